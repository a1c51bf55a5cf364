import { tokenFrom } from '@postern/contract'
import { limitHeaders } from '../operations/declared-failures.ts'
import { sessionCookieName } from './cookie.ts'

// Relative, so that the documentation page also finds it under a prefix.
const carried = { cookie: sessionCookieName, tokenUrl: 'token' } as const

/** For operations that require a user: the token is in the bearer header or in the cookie (spec §5.2). */
export const requiredToken = tokenFrom(carried)

/** For operations open to everyone; a token, if there is one, identifies the user. */
export const optionalToken = tokenFrom({ ...carried, required: false })

/** The headers of operations that read a token: those of every operation, and that of the 401 for an invalid cookie. */
export const guardedHeaders = {
  ...limitHeaders,
  401: { 'Set-Cookie': 'Removes the cookie of an invalid session' },
} as const
