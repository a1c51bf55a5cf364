import { isThenable } from '../attempt.ts'
import type { Policy } from '../cors/policy.ts'
import type { Incoming } from '../incoming.ts'
import { FAILURES, Refusal } from '../reply/failure.ts'
import { schemeNames } from '../route/scheme-names.ts'
import { challengeOf, type Security, type TokenSource, type TokenUse } from '../route/security.ts'
import { basicToken, bearerToken } from './authorization.ts'
import { cookieValues } from './named-values.ts'

/**
 * Turns a token into its user. Null, undefined and false mean that the token is not valid, which is a 401. It may throw
 * an `HttpError` with 401, or with a status that the operation declares, for a user who is refused. Nothing else of the
 * request has been examined then. `use` says where the token was found, and which scopes the operation requires.
 */
export type Authenticate<User> = (
  token: string,
  incoming: Incoming,
  use: TokenUse,
) => User | Nobody | Promise<User | Nobody>

/** The result for an invalid token: that of a look-up, or of a check that returns a boolean. */
type Nobody = null | undefined | false

/** Returns the user of a request: null if none is required, a {@link Refusal} if the request is refused. */
export type Credentials<User> = (incoming: Incoming) => User | null | Refusal | Promise<User | null | Refusal>

/** What {@link compileCredentials} needs beside the declaration. */
export interface CredentialsOptions<User> {
  readonly authenticate: Authenticate<User>
  readonly policy: Policy
}

/**
 * Compiles how an operation identifies its user: by `Authorization`, else by the header of a key, else by a cookie
 * (spec §5).
 */
export function compileCredentials<User>(
  security: Security,
  { authenticate, policy }: CredentialsOptions<User>,
): Credentials<User> {
  const headers = ['www-authenticate', challengeOf(security)]
  const unknown = new Refusal({ ...FAILURES.notAuthenticated, headers })
  const known = (user: User | Nobody) => (user === false ? unknown : (user ?? unknown))
  const uses = usesOf(security)
  const check = (token: string, incoming: Incoming, source: TokenSource) => {
    const user = authenticate(token, incoming, uses[source])
    // The result of a query builder is not a Promise, and a user that proves unknown later must not pass.
    return isThenable(user) ? Promise.resolve(user).then(known) : known(user)
  }
  const keyName = security.header?.toLowerCase()
  return (incoming) => {
    // FastAPI: an empty value is no token, wherever it is.
    const bearer = security.bearer ? (bearerToken(incoming.header('authorization')) ?? '') : ''
    if (bearer !== '') return check(bearer, incoming, 'bearer')
    const basic = security.basic ? basicToken(incoming.header('authorization')) : undefined
    if (basic === null) return unknown
    if (basic !== undefined)
      return isForgeable(incoming, policy, 'basic') ? FOREIGN_PASSWORD : check(basic, incoming, 'basic')
    const key = keyName === undefined ? '' : (incoming.header(keyName) ?? '')
    if (key !== '') return check(key, incoming, 'header')
    const cookie = security.cookie === undefined ? undefined : cookieValues(incoming).one(security.cookie)
    if (typeof cookie !== 'string' || cookie === '') return security.required ? unknown : null
    return isForgeable(incoming, policy, 'cookie') ? FOREIGN_ORIGIN : check(cookie, incoming, 'cookie')
  }
}

function usesOf(security: Security): Readonly<Record<TokenSource, TokenUse>> {
  const scopes = Object.freeze(Object.keys(security.scopes))
  const names = schemeNames(security)
  const use = (source: TokenSource) => Object.freeze({ source, scheme: names[source], scopes })
  return { bearer: use('bearer'), basic: use('basic'), header: use('header'), cookie: use('cookie') }
}

const FOREIGN_ORIGIN = new Refusal(FAILURES.foreignOrigin)
const FOREIGN_PASSWORD = new Refusal(FAILURES.foreignPassword)

/**
 * Whether a foreign page may have sent the request with what a browser sends by itself, a cookie or a password. That is
 * so for an unsafe method whose sender is neither of the same origin nor of one that the policy names, unless a browser
 * states that no page sent it (Fetch Metadata, `none`). A sender that states neither site nor origin is not a current
 * browser: it may send a password, as programs do, but no cookie.
 */
function isForgeable(incoming: Incoming, policy: Policy, source: 'basic' | 'cookie'): boolean {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return false
  const site = incoming.header('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return false
  const origin = incoming.header('origin')
  const isBrowser = site !== undefined || origin !== undefined
  if (!isBrowser) return source === 'cookie'
  if (origin !== undefined && !policy.anyOrigin && policy.allows(origin)) return false
  // Only a browser that does not send Sec-Fetch-Site leaves it to its Origin to show the same origin.
  return site !== undefined || origin !== `${incoming.scheme}://${incoming.header('host')}`
}
