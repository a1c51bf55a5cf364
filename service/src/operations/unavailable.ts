import { HttpError, type Incoming } from '@postern/contract'
import { StorageUnavailable } from '../storage/errors.ts'

/** The failures that every operation declares: of one client that asks too much, and of all of them together. */
export const limited = {
  429: 'Too many requests; wait for as many seconds as Retry-After says',
  503: 'Too much is asked of the service at once; try again soon',
} as const

/** The failures that every operation declares which asks the database. */
export const unavailable = { ...limited, 503: 'The records cannot be reached now; try again soon' } as const

const standing = {
  RateLimit:
    'What is left to the client, where clients are limited: requests and the seconds until there are more',
  'RateLimit-Policy': 'How many requests a client has in how many seconds, where clients are limited',
}
const wait = { 'Retry-After': 'Seconds to wait (RFC 9110 §10.2.3)' }

/** The headers of every operation: those of an answer that is counted, and those of both failures. */
export const limitHeaders = { ...standing, 429: { ...standing, ...wait }, 503: wait } as const

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
