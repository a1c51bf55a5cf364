import { Conversion, type Issue, type Kind, type LocationPart, reject } from '@postern/model'

/** The one issue, as a list, of something required that was not given. */
export function missingIssues(loc: readonly LocationPart[]): readonly Issue[] {
  const state = new Conversion(loc)
  state.refuse({}, 'missing', null)
  return state.issues
}

/** The issue of a body that is not JSON, with Python's words and position, counted in code points. */
export function malformedIssue(position: number, error: string): Issue {
  return {
    type: 'json_invalid',
    loc: ['body', position],
    msg: 'JSON decode error',
    input: {},
    ctx: { error },
  }
}

/** The one issue, as a list, of a body whose bytes are not UTF-8 where a text is wanted. */
export function undecodableIssues(kind: Kind, shown: string): readonly Issue[] {
  const state = new Conversion(['body'])
  state.refuse(kind, 'string_unicode', shown)
  return state.issues
}

/** The one issue, as a list, of a form's text that comes behind a file; it was not read. */
export function lateTextIssues(loc: readonly LocationPart[]): readonly Issue[] {
  const state = new Conversion(loc)
  state.reject({}, reject('Texts should come before the files of their form', 'text_after_file'), null)
  return state.issues
}

/** Adds what else is wrong. A large body may hold more issues than a call takes arguments. */
export function addIssues(issues: Issue[], more: Iterable<Issue>): void {
  for (const issue of more) issues.push(issue)
}
