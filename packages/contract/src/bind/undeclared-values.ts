import { HIDDEN, type Issue } from '@postern/model'
import { isNamed } from '../named-object.ts'

/**
 * Returns an issue of a request's headers or cookies with `"***"` in place of what was sent under names that are not
 * `known`. Credentials and sessions are among them, and a page that must not read its own cookies may read the
 * response.
 */
export function withoutOthers(issue: Issue, known: ReadonlySet<string>): Issue {
  const [, name] = issue.loc
  if (typeof name === 'string' && !known.has(name)) return { ...issue, input: HIDDEN }
  const { input } = issue
  if (!isNamed(input)) return issue
  const shown = Object.entries(input).map(([key, value]) => [key, known.has(key) ? value : HIDDEN])
  return { ...issue, input: Object.fromEntries(shown) }
}
