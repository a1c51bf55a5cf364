import { type ErrorHandler, HttpError, type Incoming } from '@postern/contract'
import { StorageUnavailable } from '../storage/errors.ts'

/** Is told why a request was answered that the records cannot be reached, for the answer does not say it. */
export type TellUnavailable = (reason: StorageUnavailable, incoming: Incoming) => void

/** Makes of a database that cannot serve a 503 with `Retry-After` (RFC 9110 §15.6.4). */
export function answerUnavailable(tell: TellUnavailable): ErrorHandler {
  return (error, incoming) => {
    if (!(error instanceof StorageUnavailable)) return undefined
    tell(error, incoming)
    return new HttpError(503, { cause: error, headers: { 'Retry-After': '1' } })
  }
}
