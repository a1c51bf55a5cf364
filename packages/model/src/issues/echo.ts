import type { Issue } from './issue.ts'

/** Shown in place of a value that must stay hidden. */
export const HIDDEN = '***'

/**
 * Returns the issue without what its message and context repeat of the value: that part becomes `***`. The messages of
 * your own validators stay as they are. The message of another library's schema, which has no context, is left out.
 */
export function withoutEcho<Shown extends Pick<Issue, 'type' | 'msg' | 'ctx'>>(issue: Shown): Shown {
  if (issue.type === 'value_error' && issue.ctx === undefined) return { ...issue, msg: 'Value error' }
  const [name = '', before, after] = ECHOES.get(issue.type) ?? []
  const echo = issue.ctx?.[name]
  if (typeof echo !== 'string') return issue
  const msg = issue.msg.replace(`${before}${echo}${after}`, () => `${before}${HIDDEN}${after}`)
  return { ...issue, msg, ctx: { ...issue.ctx, [name]: HIDDEN } }
}

/**
 * For each issue type: the part of its context that repeats the value, and the characters around that part in the
 * message.
 */
const ECHOES: ReadonlyMap<string, readonly [name: string, before: string, after: string]> = new Map([
  ['union_tag_invalid', ['tag', "'", "'"]],
  // Repeats a character that is not allowed in a UUID.
  ['uuid_parsing', ['error', ', ', '']],
  // For e-mail addresses: repeats characters of the address and labels of its domain.
  ['value_error', ['reason', ': ', '']],
])
