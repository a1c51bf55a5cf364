import { LONGEST_ORIGIN } from './serialized-origin.ts'

/** What one origin gets. All arrays are names and values by turns, frozen, and the same every time. */
export interface Grant {
  readonly allowed: boolean
  /** Access-Control-Allow-Origin and, when credentials are allowed, -Credentials. */
  readonly identity: readonly string[]
  /** The headers of an actual answer: `identity`, Access-Control-Expose-Headers, Vary. */
  readonly actual: readonly string[]
  /** The headers of a granted preflight, where no star adds what was asked to its lists. */
  readonly preflight: readonly string[]
}

/** Which origins are allowed, and what allowed ones are told. */
export interface GrantTerms {
  readonly any: boolean
  readonly listed: readonly string[]
  readonly matches: ((origin: string) => boolean) | undefined
  readonly credentials: boolean
  readonly exposed: readonly string[]
  /** What every granted preflight is answered beside the origin's identity, as names and values by turns. */
  readonly preflight: readonly string[]
}

const VARY = ['vary', 'Origin']
const MOST_REMEMBERED = 256

/**
 * Compiles the lookup from an Origin header to its grant. Compared byte for byte, after a length limit;
 * origins that matched the pattern are remembered, 256 at most.
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
