import { list, literal, string } from '@postern/model'

/** The failures that every operation declares: one client sends too many requests, or all clients together do. */
export const limited = {
  429: 'Too many requests; wait for as many seconds as Retry-After says',
  503: 'Too much is asked of the service at once; try again soon',
} as const

/** The failures that every operation using the database declares. */
export const unavailable = { ...limited, 503: 'The records cannot be reached now; try again soon' } as const

/** The fields of an issue of our own, the same as those of a validation issue. */
export function issueFields<const Type extends string>(type: Type) {
  return { type: literal([type]), loc: list(string()), msg: string(), input: string() }
}

const standing = {
  RateLimit:
    'The requests that the client has left and the seconds until it has more, if clients are limited',
  'RateLimit-Policy':
    'The requests that a client may send per window and the seconds of a window, if clients are limited',
}
const wait = { 'Retry-After': 'Seconds to wait (RFC 9110 §10.2.3)' }

/** The headers of every operation: those of a counted response, and those of both failures. */
export const limitHeaders = { ...standing, 429: { ...standing, ...wait }, 503: wait } as const
