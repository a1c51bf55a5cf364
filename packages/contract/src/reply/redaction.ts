import type { ErrorInput, ToldIssue } from '../error-dialect.ts'

/** Shows of an issue what `errorInput` lets be seen of the value that it is about. */
export function redactIssue(issue: ToldIssue, errorInput: ErrorInput): ToldIssue {
  if (errorInput === 'full') return issue
  const { input: _, ...rest } = withoutTag(issue)
  return errorInput === 'none' ? rest : { ...rest, input: '***' }
}

/** The one issue whose message and context repeat what was given: the tag that no member of a union has. */
function withoutTag(issue: ToldIssue): ToldIssue {
  const { type, msg, ctx } = issue
  if (type !== 'union_tag_invalid' || typeof ctx?.tag !== 'string') return issue
  return { ...issue, msg: msg.replace(`'${ctx.tag}'`, "'***'"), ctx: { ...ctx, tag: '***' } }
}
