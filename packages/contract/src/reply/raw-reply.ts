import { BODILESS, type Outgoing } from '../incoming.ts'
import { type HeaderParts, hasHeader, headerPairs } from './header-pairs.ts'
import { Reply } from './reply.ts'

/** Options of {@link rawReply}. */
export interface RawReplyOptions extends HeaderParts {
  /** Default 200. */
  readonly status?: number
}

/**
 * An answer sent as it is, past the response model: the explicit escape. Give its `content-type` among the headers, or there is none;
 * a `content-length` is taken for a stream alone, the others are counted.
 * Throws for a status outside 200 to 599, and for a body where the status has none.
 */
export function rawReply(body: Outgoing['body'], options: RawReplyOptions = {}): Reply {
  const { status = 200 } = options
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new RangeError(`No answer has the status ${status}; use 200 to 599`)
  }
  if (body !== null && BODILESS.has(status)) {
    throw new TypeError(`An answer with the status ${status} has no body; give null`)
  }
  const headers = headerPairs(options, !(body instanceof ReadableStream))
  // Behind Fetch a text without a type would be given one (Fetch, §5.5); bytes are not.
  const isUntyped = typeof body === 'string' && !hasHeader(headers, 'content-type')
  return new Reply(status, isUntyped ? new TextEncoder().encode(body) : body, { headers, form: 'raw' })
}
