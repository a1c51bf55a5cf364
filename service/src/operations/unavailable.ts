import { type ErrorHandler, HttpError, type Incoming } from '@postern/contract'
import { StorageUnavailable } from '../storage/errors.ts'

/** Receives the reason for a response that says the records cannot be reached, since the response does not contain it. */
export type ReportUnavailable = (reason: StorageUnavailable, incoming: Incoming) => void

/** Turns a database that cannot serve into a 503 with `Retry-After` (RFC 9110 §15.6.4). */
export function answerUnavailable(report: ReportUnavailable): ErrorHandler {
  return (error, incoming) => {
    if (!(error instanceof StorageUnavailable)) return undefined
    report(error, incoming)
    return new HttpError(503, { cause: error, headers: { 'Retry-After': '1' } })
  }
}
