import type { ErrorInput, ToldIssue } from '../error-dialect.ts'

/** Shows of an issue what `errorInput` lets be seen of the value that it is about. */
export function redactIssue(issue: ToldIssue, errorInput: ErrorInput): ToldIssue {
  if (errorInput === 'full') return issue
  const { input: _, ...rest } = withoutEcho(issue)
  return errorInput === 'none' ? rest : { ...rest, input: '***' }
}

/** What of an issue's context repeats the value, and the marks that stand around it in the message. */
const echoes: Readonly<Record<string, readonly [name: string, before: string, after: string]>> = {
  union_tag_invalid: ['tag', "'", "'"],
  // Of e-mail addresses: it quotes their characters, and the labels of their domains.
  value_error: ['reason', ': ', ''],
}

function withoutEcho(issue: ToldIssue): ToldIssue {
  const [name = '', before, after] = echoes[issue.type] ?? []
  const echo = issue.ctx?.[name]
  if (typeof echo !== 'string') return issue
  const msg = issue.msg.replace(`${before}${echo}${after}`, () => `${before}***${after}`)
  return { ...issue, msg, ctx: { ...issue.ctx, [name]: '***' } }
}
