import type { Issue } from '@postern/model'
import type { ErrorDialect } from '../errors.ts'
import { type Outgoing, REASONS } from '../incoming.ts'
import { JSON_HEADERS } from './header-pairs.ts'
import { writeJson } from './json-text.ts'

/** Why a request is not answered as it wished. */
export interface Failure {
  readonly status: number
  /** What is told; the status' own words where it is undefined. */
  readonly detail?: unknown
  /** What is wrong with the request, told in place of a detail. */
  readonly issues?: readonly Issue[]
  /** Header names and values by turns. */
  readonly headers?: readonly string[]
}

/** Writes a failure in `dialect`: the one table error → status and body. Never throws, whatever `detail` holds. */
export function writeFailure(failure: Failure, dialect: ErrorDialect): Outgoing {
  const { status, headers = NONE } = failure
  if (dialect === 'problem') {
    return {
      status,
      headers: ['content-type', 'application/problem+json', ...headers],
      body: writeJson(problemOf(failure)),
    }
  }
  if (status >= 500 && failure.detail === undefined) {
    return {
      status,
      headers: ['content-type', 'text/plain; charset=utf-8', ...headers],
      body: titleOf(status),
    }
  }
  const body = writeJson({ detail: failure.issues ?? failure.detail ?? titleOf(status) })
  return { status, headers: headers === NONE ? JSON_HEADERS : [...JSON_HEADERS, ...headers], body }
}

const NONE: readonly string[] = []

/** A failure that any request may meet before its handler does. */
export const FAILURES = {
  notFound: { status: 404, detail: 'Not Found' },
  methodNotAllowed: { status: 405, detail: 'Method Not Allowed' },
  notAuthenticated: {
    status: 401,
    detail: 'Not authenticated',
    headers: ['www-authenticate', 'Bearer'],
  },
  foreignOrigin: { status: 403, detail: 'A cookie is not enough from this origin' },
  tooLarge: { status: 413, detail: 'Content Too Large' },
  unreadable: { status: 400, detail: 'There was an error parsing the body' },
  crash: { status: 500 },
} as const satisfies Record<string, Failure>

function problemOf({ status, detail, issues }: Failure): unknown {
  const problem = { type: 'about:blank', title: titleOf(status), status }
  if (issues !== undefined) return { ...problem, errors: issues }
  if (detail === undefined || detail === problem.title) return problem
  // RFC 9457 §3.1.4: `detail` is a text; what else is told goes into an extension.
  if (typeof detail === 'string') return { ...problem, detail }
  return { ...problem, errors: Array.isArray(detail) ? detail : [detail] }
}

function titleOf(status: number): string {
  return REASONS[status] ?? (status < 500 ? 'Request Failed' : 'Server Error')
}
