import type { ToldIssue } from '../error-dialect.ts'
import type { MissingBody } from '../incoming.ts'
import { REASONS } from '../status.ts'

/** Why a request is not answered as it wished. */
export interface Failure {
  readonly status: number
  /** What is told; the status' own words where it is undefined. */
  readonly detail?: unknown
  /** What is wrong with the request, told in place of a detail. */
  readonly issues?: readonly ToldIssue[]
  /** Header names and values by turns. */
  readonly headers?: readonly string[]
}

/** A failure that a request is answered with at once, whatever else is wrong with it. */
export class Refusal {
  readonly failure: Failure

  constructor(failure: Failure) {
    this.failure = failure
  }
}

/** A failure that any request may meet before its handler does. */
export const FAILURES = {
  notFound: { status: 404, detail: 'Not Found' },
  methodNotAllowed: { status: 405, detail: 'Method Not Allowed' },
  /** Goes out with the challenge of its operation. */
  notAuthenticated: { status: 401, detail: 'Not authenticated' },
  foreignOrigin: {
    status: 403,
    detail: 'A cookie is enough with an allowed Origin only; a bearer token needs none',
  },
  foreignPassword: {
    status: 403,
    detail: 'A password is enough with an allowed Origin only, or without any',
  },
  tooLarge: { status: 413, detail: 'Content Too Large' },
  unreadable: { status: 400, detail: 'There was an error parsing the body' },
  crash: { status: 500 },
} as const satisfies Record<string, Failure>

/** The failure of a request whose body is missing. A client that has gone reads no answer, but observers are told of it. */
export function failureOf(missing: MissingBody): Failure {
  if (missing === 'too-large') return FAILURES.tooLarge
  return missing === 'aborted' ? FAILURES.unreadable : missing
}

/** The words of a status. */
export function titleOf(status: number): string {
  return REASONS[status] ?? (status < 500 ? 'Request Failed' : 'Server Error')
}
