import { HttpError } from '@postern/contract'
import { StorageUnavailable } from '../storage/errors.ts'

/** The failure that every operation declares whose clients are limited. */
export const limited = { 429: 'Too many requests; wait for as many seconds as Retry-After says' } as const

/** The failures that every operation declares which asks the database. */
export const unavailable = { ...limited, 503: 'The records cannot be reached now; try again soon' } as const

/**
 * The same functions, for which a database that cannot serve is a 503 with `Retry-After` (RFC 9110 §15.6.4);
 * `tell` is told why, for the answer does not.
 */
export function answerUnavailable<Functions extends Readonly<Record<string, (...given: never[]) => unknown>>>(
  functions: Functions,
  tell: (reason: StorageUnavailable) => void,
): Functions {
  const refuse = (error: unknown): never => {
    if (!(error instanceof StorageUnavailable)) throw error
    tell(error)
    throw new HttpError(503, { cause: error, headers: { 'Retry-After': '1' } })
  }
  const guarded = Object.entries(functions).map(([name, run]) => {
    const guard = (...given: never[]) => {
      const returned = run(...given)
      return returned instanceof Promise ? returned.catch(refuse) : returned
    }
    return [name, guard]
  })
  return Object.fromEntries(guarded)
}
