import { isThenable } from '../attempt.ts'
import type { Policy } from '../cors/policy.ts'
import type { Incoming } from '../incoming.ts'
import { FAILURES, Refusal } from '../reply/failure.ts'
import { schemeNames } from '../route/scheme-names.ts'
import { challengeOf, type Security, type TokenSource, type TokenUse } from '../route/security.ts'
import { basicToken, bearerToken } from './authorization.ts'
import { parseCookies } from './cookies.ts'

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
  const check = (token: string, incoming: Incoming, use: TokenUse) => {
    const user = authenticate(token, incoming, use)
    // The result of a query builder is not a Promise, and a user that proves unknown later must not pass.
    return isThenable(user) ? Promise.resolve(user).then(known) : known(user)
  }
  const places = placesOf(security)
  return (incoming) => {
    for (const { read, use, foreign } of places) {
      const token = read(incoming)
      if (token === null) return unknown
      // FastAPI: an empty value is no token, wherever it is.
      if (token === undefined || token === '') continue
      const isRefused = foreign !== undefined && isForgeable(incoming, policy, use.source)
      return isRefused ? foreign : check(token, incoming, use)
    }
    return security.required ? unknown : null
  }
}

const FOREIGN_ORIGIN = new Refusal(FAILURES.foreignOrigin)
const FOREIGN_PASSWORD = new Refusal(FAILURES.foreignPassword)

/** A place that a token is read from. */
interface Place {
  /** Returns the token: undefined if there is none, null if it is not well-formed. */
  readonly read: (incoming: Incoming) => string | null | undefined
  /** What `authenticate` learns of the place. */
  readonly use: TokenUse
  /** For a token that browsers send by themselves, the refusal of a request that a foreign page may have sent. */
  readonly foreign?: Refusal
}

/** Returns the places of a declaration, in order of precedence. */
function placesOf(security: Security): readonly Place[] {
  const { bearer, basic, header, cookie } = security
  const use = useBy(security)
  const places: Place[] = []
  if (bearer) {
    const read = (incoming: Incoming) => bearerToken(incoming.header('authorization'))
    places.push({ read, use: use('bearer') })
  }
  if (basic) {
    const read = (incoming: Incoming) => basicToken(incoming.header('authorization'))
    places.push({ read, use: use('basic'), foreign: FOREIGN_PASSWORD })
  }
  if (header !== undefined) {
    const name = header.toLowerCase()
    places.push({ read: (incoming) => incoming.header(name), use: use('header') })
  }
  if (cookie !== undefined) {
    const read = (incoming: Incoming) => parseCookies(incoming.header('cookie') ?? '').get(cookie)
    places.push({ read, use: use('cookie'), foreign: FOREIGN_ORIGIN })
  }
  return places
}

function useBy(security: Security): (source: TokenSource) => TokenUse {
  const scopes = Object.freeze(Object.keys(security.scopes))
  const names = schemeNames(security)
  return (source) => Object.freeze({ source, scheme: names[source], scopes })
}

/**
 * Whether a foreign page may have sent the request with what a browser sends by itself, a cookie or a password. That is
 * so for an unsafe method whose sender is neither of the same origin nor of one that the policy names, unless a browser
 * states that no page sent it (Fetch Metadata, `none`). A sender that states neither site nor origin is not a current
 * browser: it may send a password, as programs do, but no cookie.
 */
function isForgeable(incoming: Incoming, policy: Policy, source: TokenSource): boolean {
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
