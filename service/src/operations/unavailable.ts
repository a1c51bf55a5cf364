import { HttpError } from '@postern/contract'
import { StorageUnavailable } from '../storage/errors.ts'

/** The failure that every operation declares which asks the database. */
export const unavailable = { 503: 'The records cannot be reached now; try again soon' } as const

/** The same functions, for which a database that cannot serve is a 503 with `Retry-After` (RFC 9110 §15.6.4). */
export function answerUnavailable<Functions extends Readonly<Record<string, (...given: never[]) => unknown>>>(
  functions: Functions,
): Functions {
  const guarded = Object.entries(functions).map(([name, run]) => [name, guard(run)])
  return Object.fromEntries(guarded)
}

function guard(run: (...given: never[]) => unknown): (...given: never[]) => unknown {
  return (...given) => {
    const returned = run(...given)
    return returned instanceof Promise ? returned.catch(refuse) : returned
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof StorageUnavailable)) throw error
  throw new HttpError(503, { cause: error, headers: { 'Retry-After': '1' } })
}
