import { tokenFrom } from '@postern/contract'
import { limitHeaders } from '../operations/declared-failures.ts'
import { sessionCookieName } from './cookie.ts'

// Relative, so that the documentation page finds it under a prefix too.
const carried = { cookie: sessionCookieName, tokenUrl: 'token' } as const

/** Operations for users alone: the token is in the bearer header or in the cookie (spec §5.2). */
export const requiredToken = tokenFrom(carried)

/** Operations for everybody that know a user by the token, where there is one. */
export const optionalToken = tokenFrom({ ...carried, required: false })

/** The headers of operations that read a token: of every one, and of the 401 to a cookie that is no good. */
export const guardedHeaders = {
  ...limitHeaders,
  401: { 'Set-Cookie': 'Removes a session that is no good any more' },
} as const
