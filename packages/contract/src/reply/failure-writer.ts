import type { ErrorDialect, ErrorInput } from '../error-dialect.ts'
import type { Incoming, Outgoing } from '../incoming.ts'
import { prefers } from './accept.ts'
import { writeDetail } from './detail-writer.ts'
import { type Failure, titleOf } from './failure.ts'
import { withOwn } from './header-pairs.ts'
import { writeJson } from './json-writer.ts'
import type { Mishap } from './mishap.ts'
import { compileShowing } from './redaction.ts'
import { compileRendering } from './rendering.ts'

/**
 * Writes a failure: the one table error → status and body. Never throws, whatever a failure's detail contains. `report`
 * is called if a custom dialect of the api breaks.
 */
export type FailureWriter = (
  failure: Failure,
  incoming: Incoming,
  report: (mishap: Mishap) => void,
) => Outgoing

/** Compiles how an api writes its failures. */
export function compileFailureWriter(dialect: ErrorDialect, errorInput: ErrorInput): FailureWriter {
  const write = writerIn(dialect)
  const show = compileShowing(errorInput)
  return (failure, incoming, report) => {
    const { issues } = failure
    return write(issues === undefined ? failure : { ...failure, issues: show(issues) }, incoming, report)
  }
}

function writerIn(dialect: ErrorDialect): FailureWriter {
  if (dialect === 'fastapi') return writeDetail
  if (dialect === 'problem') return writeProblem
  return dialect === 'negotiated' ? writeNegotiated : compileRendering(dialect)
}

function writeProblem(failure: Failure): Outgoing {
  const headers = withOwn(['content-type', PROBLEM], failure.headers ?? [])
  return { status: failure.status, headers, body: writeJson(problemOf(failure)) }
}

const PROBLEM = 'application/problem+json'

function problemOf({ status, detail, issues }: Failure): unknown {
  const problem = { type: 'about:blank', title: titleOf(status), status }
  if (issues !== undefined) return { ...problem, errors: issues }
  if (detail === undefined || detail === problem.title) return problem
  // RFC 9457 §3.1.4: `detail` is a string; any other detail goes into an extension.
  if (typeof detail === 'string') return { ...problem, detail }
  return { ...problem, errors: Array.isArray(detail) ? detail : [detail] }
}

function writeNegotiated(failure: Failure, incoming: Incoming): Outgoing {
  const write = prefers(incoming.header('accept'), PROBLEM, 'application/json') ? writeProblem : writeDetail
  return write({ ...failure, headers: [...(failure.headers ?? []), 'vary', 'Accept'] })
}
