import { HttpError, type Incoming } from '@postern/contract'
import { StorageUnavailable } from '../storage/errors.ts'

/** Is told why a request was answered that the records cannot be reached, for the answer does not say it. */
export type TellUnavailable = (reason: StorageUnavailable, incoming: Incoming) => void

/**
 * The same functions, for which a database that cannot serve is a 503 with `Retry-After` (RFC 9110 §15.6.4);
 * `incomingOf` takes what they are given and finds the request in it.
 */
export function answerUnavailable<Functions extends Readonly<Record<string, (...given: never[]) => unknown>>>(
  functions: Functions,
  incomingOf: (...given: never[]) => Incoming,
  tell: TellUnavailable,
): Functions {
  const refuse = (error: unknown, given: never[]): never => {
    if (!(error instanceof StorageUnavailable)) throw error
    tell(error, incomingOf(...given))
    throw new HttpError(503, { cause: error, headers: { 'Retry-After': '1' } })
  }
  const guarded = Object.entries(functions).map(([name, run]) => {
    const guard = (...given: never[]) => {
      const returned = run(...given)
      return returned instanceof Promise ? returned.catch((error) => refuse(error, given)) : returned
    }
    return [name, guard]
  })
  return Object.fromEntries(guarded)
}
