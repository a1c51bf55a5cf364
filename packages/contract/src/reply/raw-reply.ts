import type { Outgoing } from '../incoming.ts'
import { type HeaderParts, headerPairs } from './header-pairs.ts'
import { Reply } from './reply.ts'

/** Options of {@link rawReply}. */
export interface RawReplyOptions extends HeaderParts {
  /** Default 200. */
  readonly status?: number
}

/** An answer sent as it is, past the response model: the explicit escape. Give its `content-type` among the headers. */
export function rawReply(body: Outgoing['body'], options: RawReplyOptions = {}): Reply {
  return new Reply(options.status ?? 200, body, { headers: headerPairs(options), form: 'raw' })
}
