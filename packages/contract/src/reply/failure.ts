import type { ReportedIssue } from '../error-dialect.ts'
import type { MissingBody } from '../incoming.ts'
import { REASONS } from '../status.ts'

/** Why a request is not answered as it asked. */
export interface Failure {
  readonly status: number
  /** The detail; if undefined, the status's own words. */
  readonly detail?: unknown
  /** What is wrong with the request, sent instead of a detail. */
  readonly issues?: readonly ReportedIssue[]
  /** Header names and values alternate. */
  readonly headers?: readonly string[]
}

/** A failure with which a request is answered at once, whatever else is wrong with it. */
export class Refusal {
  readonly failure: Failure

  constructor(failure: Failure) {
    this.failure = failure
  }
}

/** The failures that any request may meet before its handler runs. */
export const FAILURES = {
  notFound: { status: 404, detail: 'Not Found' },
  methodNotAllowed: { status: 405, detail: 'Method Not Allowed' },
  /** Sent with the challenge of its operation. */
  notAuthenticated: { status: 401, detail: 'Not authenticated' },
  foreignOrigin: {
    status: 403,
    detail: 'A cookie is accepted only with an allowed Origin; a bearer token needs none',
  },
  foreignPassword: {
    status: 403,
    detail: 'A password is accepted only with an allowed Origin, or with none',
  },
  tooLarge: { status: 413, detail: 'Content Too Large' },
  unreadable: { status: 400, detail: 'There was an error parsing the body' },
  crash: { status: 500 },
} as const satisfies Record<string, Failure>

/**
 * Returns the failure of a request whose body is missing. A client that went away reads no response, but observers
 * receive it.
 */
export function failureOf(missing: MissingBody): Failure {
  if (missing === 'too-large') return FAILURES.tooLarge
  return missing === 'aborted' ? FAILURES.unreadable : missing
}

/** Returns the reason phrase of a status. */
export function titleOf(status: number): string {
  return REASONS[status] ?? (status < 500 ? 'Request Failed' : 'Server Error')
}
