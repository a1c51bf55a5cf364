import { Conversion, type Issue, type Kind, type LocationPart, reject } from '@postern/model'

/** Returns a list with the one issue of a required value that was not given. */
export function missingIssues(loc: readonly LocationPart[]): readonly Issue[] {
  const state = new Conversion(loc)
  state.refuse({}, 'missing', null)
  return state.issues
}

/** Returns the issue of a body that is not JSON, with Python's words and position, counted in code points. */
export function malformedIssue(position: number, error: string): Issue {
  return {
    type: 'json_invalid',
    loc: ['body', position],
    msg: 'JSON decode error',
    input: {},
    ctx: { error },
  }
}

/** Returns a list with the one issue of a body that is not UTF-8 where a string is expected. */
export function undecodableIssues(kind: Kind, shown: string): readonly Issue[] {
  const state = new Conversion(['body'])
  state.refuse(kind, 'string_unicode', shown)
  return state.issues
}

/** Returns a list with the one issue of a form's text that comes after a file; it was not read. */
export function lateTextIssues(loc: readonly LocationPart[]): readonly Issue[] {
  const state = new Conversion(loc)
  state.reject({}, reject('Texts should come before the files of their form', 'text_after_file'), null)
  return state.issues
}

/** Adds further issues. A large body may have more issues than a call takes arguments. */
export function addIssues(issues: Issue[], more: Iterable<Issue>): void {
  for (const issue of more) issues.push(issue)
}
