import type { Policy } from '../cors/policy.ts'
import type { Incoming } from '../incoming.ts'
import { FAILURES } from '../reply/failure.ts'
import type { Security } from '../route/security.ts'
import { Refusal } from './body-binding.ts'
import { cookieValues } from './named-values.ts'

/** Turns a token into its user; null where the token is not good, which is a 401. It may throw an `HttpError` with a status that the
 *  operation declares, for a user who may not pass. Nothing else of the request has been looked at then. */
export type Authenticate<User> = (token: string, incoming: Incoming) => User | null | Promise<User | null>

/** The user of a request: null where none is asked for, a {@link Refusal} where the request may not pass. */
export type Credentials<User> = (incoming: Incoming) => User | null | Refusal | Promise<User | null | Refusal>

/** What {@link compileCredentials} needs beside the declaration. */
export interface CredentialsOptions<User> {
  readonly authenticate: Authenticate<User>
  readonly policy: Policy
}

/** Compiles how an operation knows its user: bearer header, else cookie (spec §5). */
export function compileCredentials<User>(
  security: Security,
  { authenticate, policy }: CredentialsOptions<User>,
): Credentials<User> {
  const check = (token: string, incoming: Incoming) => {
    const user = authenticate(token, incoming)
    return user instanceof Promise ? user.then(known) : known(user)
  }
  return (incoming) => {
    const bearer = security.bearer ? bearerToken(incoming.header('authorization')) : undefined
    if (bearer !== undefined) return check(bearer, incoming)
    const cookie = security.cookie === undefined ? undefined : cookieValues(incoming).one(security.cookie)
    if (typeof cookie !== 'string') return security.required ? NOT_AUTHENTICATED : null
    return isForgeable(incoming, policy) ? FOREIGN_ORIGIN : check(cookie, incoming)
  }
}

const NOT_AUTHENTICATED = new Refusal(FAILURES.notAuthenticated)
const FOREIGN_ORIGIN = new Refusal(FAILURES.foreignOrigin)

function known<User>(user: User | null): User | Refusal {
  return user ?? NOT_AUTHENTICATED
}

/** RFC 6750 §2.1; other schemes are not ours to judge. */
function bearerToken(authorization: string | undefined): string | undefined {
  const scheme = /^bearer(?:[ \t]+|$)/i.exec(authorization ?? '')
  return scheme === null ? undefined : authorization?.slice(scheme[0].length).trim()
}

/**
 * Whether a foreign page may have sent the request with the browser's own cookie: an unsafe method whose
 * sender is neither of the same origin nor of one that the policy names.
 */
function isForgeable(incoming: Incoming, policy: Policy): boolean {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return false
  const site = incoming.header('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return false
  const origin = incoming.header('origin')
  if (origin === undefined) return true
  if (!policy.anyOrigin && policy.allows(origin)) return false
  return site !== undefined || origin !== `${incoming.scheme}://${incoming.header('host')}`
}
