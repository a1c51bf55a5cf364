import { compileGrants, type Grant } from './grant.ts'
import { type AllowedHeaders, compileAllowedHeaders, compileExposedHeaders } from './header-names.ts'
import { compileMethodList, isForbiddenMethod, type MethodList } from './method-list.ts'
import { type CorsOptions, DEFAULT_OPTIONS } from './options.ts'
import { compileOriginList, type OriginList } from './origin-list.ts'
import { originUnion } from './origin-union.ts'
import { compileOriginPattern, type OriginPattern } from './pattern/origin-pattern.ts'
import { PolicyError, type Problem } from './problem.ts'
import { createReview, type Review, readBoolean, reviewType } from './review.ts'
import { PREFLIGHT_VARY } from './vary.ts'

/** A cross-origin policy that was checked as a whole, is frozen, and is ready for lookups. */
export interface Policy {
  /** Whether `allowOrigins` has a `*`. */
  readonly anyOrigin: boolean
  /** The origins in `allowOrigins`, without a `*`. */
  readonly origins: readonly string[]
  /** `allowOriginRegex`; undefined if there is none. */
  readonly originRegex: string | undefined
  /** Whether `allowMethods` has a `*`. */
  readonly anyMethod: boolean
  /** The methods of `allowMethods`; the default ones if it has a `*`. */
  readonly methods: readonly string[]
  /** Whether `allowHeaders` has a `*`. */
  readonly anyHeader: boolean
  /** The request headers that are always allowed, and those of `allowHeaders` without a `*`. */
  readonly headers: readonly string[]
  /** Whether pages may send cookies and authentication headers. */
  readonly credentials: boolean
  /** The headers of `exposeHeaders`. */
  readonly exposed: readonly string[]
  /** How long a browser may keep a preflight's response, in seconds. */
  readonly maxAge: number
  /** What works but is dangerous or unusual. With `strict` each of these is an error. */
  readonly warnings: readonly Problem[]
  /** What is only worth knowing. */
  readonly notes: readonly Problem[]
  /**
   * Access-Control-Allow-Methods and -Headers of a preflight's response, before a star adds what was requested. Names
   * and values alternate.
   */
  readonly preflightLists: PreflightLists
  /** Access-Control-Max-Age of a granted preflight: its name and value. */
  readonly preflightAge: readonly string[]
  /** Returns the grant of an Origin header: one of a few frozen grants. */
  grantFor(origin: string | undefined): Grant
  /** Whether pages of this origin may read responses. Without an origin it is false, unless every origin is allowed. */
  allows(origin: string | undefined): boolean
  /** Whether the method is in the list, compared with case. */
  listsMethod(method: string): boolean
  /** Whether the header, given in lower case, is in the list. */
  listsHeader(name: string): boolean
  /** Whether a preflight may request the method, compared with case. */
  coversMethod(method: string): boolean
}

/**
 * A policy as options or compiled. Not a union of both: editors would complete the parts of either, and the compiler
 * would take an option named `origins` for the beginning of a compiled policy.
 */
export interface CorsOptionsOrPolicy extends CorsOptions, Partial<Pick<Policy, 'grantFor'>> {}

/** Both lists of a preflight's response; names and values alternate. */
type PreflightLists = readonly [
  methodsName: 'access-control-allow-methods',
  methods: string,
  headersName: 'access-control-allow-headers',
  headers: string,
]

interface Parts {
  readonly origins: OriginList
  readonly pattern: OriginPattern | undefined
  readonly methods: MethodList
  readonly headers: AllowedHeaders
  readonly credentials: boolean
  readonly exposed: readonly string[]
  readonly maxAge: number
}

const LONGEST_AGE = 2 ** 31 - 1
const LONGEST_KEPT_AGE = 86_400

/** Checks the options as a whole and freezes them. Throws one `PolicyError` that lists every problem. */
export function compilePolicy(options: CorsOptions): Policy {
  const review = createReview(options)
  const strict = readBoolean(review, 'strict', false)
  const credentials = readBoolean(review, 'allowCredentials', DEFAULT_OPTIONS.allowCredentials)
  const parts: Parts = {
    credentials,
    origins: compileOriginList(review, credentials),
    pattern: compileOriginPattern(review, credentials),
    methods: compileMethodList(review),
    headers: compileAllowedHeaders(review),
    exposed: compileExposedHeaders(review, credentials),
    maxAge: readMaxAge(review),
  }
  reviewOriginSources(review)
  const problems = strict ? [...review.errors, ...review.warnings] : review.errors
  if (problems.length > 0) throw new PolicyError(problems)
  return freezePolicy(parts, review)
}

function readMaxAge(review: Review): number {
  const value = review.options['maxAge']
  if (value === undefined) return DEFAULT_OPTIONS.maxAge
  if (typeof value !== 'number') {
    reviewType(review, 'maxAge', { wanted: 'a number of seconds', correction: review.lineFor('maxAge', 600) })
    return DEFAULT_OPTIONS.maxAge
  }
  if (!Number.isInteger(value) || value < 0 || value > LONGEST_AGE) {
    const reason = `is not a whole number of seconds from 0 (no caching) to ${LONGEST_AGE}`
    const correction = review.lineFor(
      'maxAge',
      Math.min(LONGEST_KEPT_AGE, Math.max(0, Math.round(value) || 0)),
    )
    review.add('errors', 'maxAge', { code: 'max_age_invalid', value, reason, correction })
  } else if (value > LONGEST_KEPT_AGE) {
    const reason = 'is longer than any browser keeps it: Firefox 86400, Chromium 7200, WebKit 600 seconds'
    const correction = review.lineFor('maxAge', LONGEST_KEPT_AGE)
    review.add('warnings', 'maxAge', { code: 'max_age_capped', value, reason, correction })
  }
  return value
}

function reviewOriginSources(review: Review): void {
  const { allowOrigins, allowOriginRegex } = review.options
  const listed = Array.isArray(allowOrigins) ? allowOrigins.map(String) : []
  if (allowOriginRegex === undefined) {
    if (listed.length > 0) return
    const reason = 'allows no origin: only pages of the same origin can read the responses'
    const correction = review.lineFor('allowOrigins', ['https://app.example.com'])
    review.add('notes', 'allowOrigins', { code: 'cors_off', value: listed, reason, correction })
  } else if (listed.length > 0) {
    const option = `${review.nameOf('allowOrigins')} and ${review.nameOf('allowOriginRegex')}`
    const union = [originUnion(listed), String(allowOriginRegex)].filter((part) => part !== '').join('|')
    const reason = 'is set beside a list of origins; only one of them may say which are allowed (spec 4.4)'
    const correction = `only ${review.lineFor('allowOriginRegex', union)}`
    review.errors.push({ code: 'origins_and_regex', option, value: allowOriginRegex, reason, correction })
  }
}

function freezePolicy(parts: Parts, review: Review): Policy {
  const { origins, pattern, methods, headers, credentials, exposed, maxAge } = parts
  const preflightLists: PreflightLists = [
    'access-control-allow-methods',
    methods.methods.join(', '),
    'access-control-allow-headers',
    headers.names.join(', '),
  ]
  const preflightAge = ['access-control-max-age', String(maxAge)]
  const preflight = [...preflightLists, ...preflightAge, ...PREFLIGHT_VARY]
  const terms = { ...origins, matches: pattern?.matches, credentials, exposed, preflight }
  const grantFor = compileGrants(terms)
  const methodNames = new Set(methods.methods)
  const headerNames = new Set(headers.names.map((name) => name.toLowerCase()))
  return Object.freeze({
    anyOrigin: origins.any,
    origins: Object.freeze([...origins.listed]),
    originRegex: pattern?.source,
    anyMethod: methods.any,
    methods: Object.freeze([...methods.methods]),
    anyHeader: headers.any,
    headers: Object.freeze([...headers.names]),
    credentials,
    exposed: Object.freeze([...exposed]),
    maxAge,
    warnings: Object.freeze(review.warnings.map((problem) => Object.freeze(problem))),
    notes: Object.freeze(review.notes.map((problem) => Object.freeze(problem))),
    preflightLists: Object.freeze(preflightLists),
    preflightAge: Object.freeze(preflightAge),
    grantFor,
    allows: (origin: string | undefined) => grantFor(origin).allowed,
    listsMethod: (method: string) => methodNames.has(method),
    listsHeader: (name: string) => headerNames.has(name),
    coversMethod: (method: string) => methodNames.has(method) || (methods.any && !isForbiddenMethod(method)),
  })
}
