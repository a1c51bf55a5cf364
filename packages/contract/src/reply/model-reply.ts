import { headerPairs, type ReplyOptions } from './header-pairs.ts'
import { Reply } from './reply.ts'

/** Makes a response through the model of a declared status; handlers receive it as `reply`. */
export function modelReply(status: number, body: unknown, options: ReplyOptions = {}): Reply {
  return new Reply(status, body, { headers: headerPairs(options), form: 'model' })
}
