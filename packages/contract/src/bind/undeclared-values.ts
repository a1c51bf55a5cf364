import { HIDDEN, type Issue } from '@postern/model'
import { isNamed } from '../named-object.ts'

/**
 * An issue of a request's headers or cookies with `"***"` in place of what was sent under names that are not `known`: sign-ins and
 * sessions are among them, and a page may read the answer that may not read its own cookies.
 */
export function withoutOthers(issue: Issue, known: ReadonlySet<string>): Issue {
  const [, name] = issue.loc
  if (typeof name === 'string' && !known.has(name)) return { ...issue, input: HIDDEN }
  const { input } = issue
  if (!isNamed(input)) return issue
  const shown = Object.entries(input).map(([key, value]) => [key, known.has(key) ? value : HIDDEN])
  return { ...issue, input: Object.fromEntries(shown) }
}
