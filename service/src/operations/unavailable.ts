import { type ErrorHandler, HttpError, type Incoming } from '@postern/contract'
import { StorageUnavailable } from '../storage/errors.ts'

/** What a response with a 503 does not contain. */
export interface Unavailability {
  readonly event: 'storage unavailable' | 'too many open files'
  readonly reason: string
}

/** Receives why a response is a 503. */
export type ReportUnavailable = (unavailability: Unavailability, incoming: Incoming) => void

/**
 * Turns a database that cannot serve, and a file that cannot be opened because too many are open, into a 503 with
 * `Retry-After` (RFC 9110 §15.6.4).
 */
export function answerUnavailable(report: ReportUnavailable): ErrorHandler {
  return (error, incoming) => {
    const unavailability = unavailabilityOf(error)
    if (unavailability === undefined) return undefined
    report(unavailability, incoming)
    return new HttpError(503, { cause: error, headers: { 'Retry-After': '1' } })
  }
}

function unavailabilityOf(error: unknown): Unavailability | undefined {
  if (error instanceof StorageUnavailable) return { event: 'storage unavailable', reason: error.message }
  return isOutOfFiles(error) ? { event: 'too many open files', reason: error.message } : undefined
}

/** Clients cause it by opening connections. The files of the documentation pages are opened at the first request. */
function isOutOfFiles(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
}
