import { HIDDEN, withoutEcho } from '@postern/model'
import type { ErrorInput, ToldIssue } from '../error-dialect.ts'

/** Shows of an issue what `errorInput` lets be seen of the value that it is about. */
export function redactIssue(issue: ToldIssue, errorInput: ErrorInput): ToldIssue {
  if (errorInput === 'full') return issue
  const { input: _, ...rest } = withoutEcho(issue)
  return errorInput === 'none' ? rest : { ...rest, input: HIDDEN }
}
