import { headerPairs } from './header-pairs.ts'
import { Reply } from './reply.ts'

/** Makes a failure with a declared status; handlers receive it as `fail`. */
export function fail(
  status: number,
  detail?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return new Reply(status, detail, { headers: headerPairs({ headers }), form: 'failure' })
}
