import type { Issue } from './issue.ts'

/** What stands for a value that is not shown. */
export const HIDDEN = '***'

/** The issue where it must tell nothing of the value: what its message and context repeat of it is shown as `***`. A
 *  validator of one's own says what it says; the words of another library's schema, which has no context, are left out. */
export function withoutEcho<Told extends Pick<Issue, 'type' | 'msg' | 'ctx'>>(issue: Told): Told {
  if (issue.type === 'value_error' && issue.ctx === undefined) return { ...issue, msg: 'Value error' }
  const [name = '', before, after] = ECHOES.get(issue.type) ?? []
  const echo = issue.ctx?.[name]
  if (typeof echo !== 'string') return issue
  const msg = issue.msg.replace(`${before}${echo}${after}`, () => `${before}${HIDDEN}${after}`)
  return { ...issue, msg, ctx: { ...issue.ctx, [name]: HIDDEN } }
}

/** What of an issue's context repeats the value, and the marks that stand around it in the message. */
const ECHOES: ReadonlyMap<string, readonly [name: string, before: string, after: string]> = new Map([
  ['union_tag_invalid', ['tag', "'", "'"]],
  // The character that is none of a UUID's.
  ['uuid_parsing', ['error', ', ', '']],
  // Of e-mail addresses: it quotes their characters, and the labels of their domains.
  ['value_error', ['reason', ': ', '']],
])
