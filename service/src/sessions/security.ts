import { tokenFrom } from '@postern/contract'
import { sessionCookieName } from './cookie.ts'

// Relative, so that the documentation page finds it under a prefix too.
const carried = { cookie: sessionCookieName, tokenUrl: 'token' } as const

/** Operations for users alone: the token is in the bearer header or in the cookie (spec §5.2). */
export const requiredToken = tokenFrom(carried)

/** Operations for everybody that know a user by the token, where there is one. */
export const optionalToken = tokenFrom({ ...carried, required: false })
