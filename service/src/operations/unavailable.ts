import { type ErrorHandler, HttpError, type Incoming } from '@postern/contract'
import { StorageUnavailable } from '../storage/errors.ts'

/** Receives the reason for a 503, since the response does not contain it. */
export type ReportUnavailable = (reason: Error, incoming: Incoming) => void

/**
 * Turns a database that cannot serve, and a file that cannot be opened because too many are open, into a 503 with
 * `Retry-After` (RFC 9110 §15.6.4).
 */
export function answerUnavailable(report: ReportUnavailable): ErrorHandler {
  return (error, incoming) => {
    if (!(error instanceof StorageUnavailable || isOutOfFiles(error))) return undefined
    report(error, incoming)
    return new HttpError(503, { cause: error, headers: { 'Retry-After': '1' } })
  }
}

/** Clients cause it by opening connections. The files of the documentation pages are opened at the first request. */
function isOutOfFiles(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
}
