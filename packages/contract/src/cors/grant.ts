import { LONGEST_ORIGIN } from './serialized-origin.ts'

/** What one origin is granted. In all arrays names and values alternate; they are frozen, and the same every time. */
export interface Grant {
  readonly allowed: boolean
  /** Access-Control-Allow-Origin and, if credentials are allowed, -Credentials. */
  readonly identity: readonly string[]
  /** The headers of an actual response: `identity`, Access-Control-Expose-Headers, Vary. */
  readonly actual: readonly string[]
  /** The headers of a granted preflight, if no star adds what was requested to its lists. */
  readonly preflight: readonly string[]
}

/** Which origins are allowed, and which headers they get. */
export interface GrantTerms {
  readonly any: boolean
  readonly listed: readonly string[]
  readonly matches: ((origin: string) => boolean) | undefined
  readonly credentials: boolean
  readonly exposed: readonly string[]
  /** The headers of every granted preflight beside the origin's identity; names and values alternate. */
  readonly preflight: readonly string[]
}

const VARY = ['vary', 'Origin']
const MOST_REMEMBERED = 256

/**
 * Compiles the lookup from an Origin header to its grant. Origins are compared byte for byte, after a length limit.
 * Those that matched the pattern are remembered, at most 256.
 */
export function compileGrants(terms: GrantTerms): (origin: string | undefined) => Grant {
  if (terms.any) {
    const everyone = grantTo('*', terms)
    return () => everyone
  }
  const refused = freezeGrant({ allowed: false, identity: [], actual: VARY, preflight: [] })
  const listed = new Map(terms.listed.map((origin) => [origin, grantTo(origin, terms)]))
  const { matches } = terms
  const lookUp = matches === undefined ? (origin: string) => listed.get(origin) : remember(terms, matches)
  return (origin) => {
    if (origin === undefined || origin.length > LONGEST_ORIGIN) return refused
    return lookUp(origin) ?? refused
  }
}

function remember(
  terms: GrantTerms,
  matches: (origin: string) => boolean,
): (origin: string) => Grant | undefined {
  const matched = new Map<string, Grant>()
  return (origin) => {
    const known = matched.get(origin)
    if (known !== undefined || !matches(origin)) return known
    if (matched.size >= MOST_REMEMBERED) matched.clear()
    const grant = grantTo(origin, terms)
    matched.set(origin, grant)
    return grant
  }
}

function grantTo(origin: string, { any, credentials, exposed, preflight }: GrantTerms): Grant {
  const identity = ['access-control-allow-origin', origin]
  if (credentials) identity.push('access-control-allow-credentials', 'true')
  const actual = [...identity]
  if (exposed.length > 0) actual.push('access-control-expose-headers', exposed.join(', '))
  if (!any) actual.push(...VARY)
  return freezeGrant({ allowed: true, identity, actual, preflight: [...identity, ...preflight] })
}

function freezeGrant({ allowed, identity, actual, preflight }: Grant): Grant {
  return Object.freeze({
    allowed,
    identity: Object.freeze([...identity]),
    actual: Object.freeze([...actual]),
    preflight: Object.freeze([...preflight]),
  })
}
