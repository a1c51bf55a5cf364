import { isForbiddenMethod } from './method-list.ts'
import { DEFAULT_OPTIONS } from './options.ts'
import { POLICY_HEADERS } from './policy-headers.ts'
import { type Found, type Review, readList, repeatedEntry, reviewStar } from './review.ts'
import { isToken } from './token.ts'

/** The allowHeaders option after its review. `names` begins with the four that are always allowed. */
export interface AllowedHeaders {
  readonly any: boolean
  readonly names: readonly string[]
}

/** Request headers that the policy allows every page to send: standard, not custom (Fetch, safelist). */
export const ALWAYS_ALLOWED: readonly string[] = Object.freeze([
  'Accept',
  'Accept-Language',
  'Content-Language',
  'Content-Type',
])

const REQUEST_ONLY = new Set(['origin', 'access-control-request-method', 'access-control-request-headers'])
const METHOD_OVERRIDES = new Set(['x-http-method', 'x-http-method-override', 'x-method-override'])
const BROWSER_OWNED = new Set(
  (
    'accept-charset accept-encoding access-control-request-headers access-control-request-method connection ' +
    'content-length cookie cookie2 date dnt expect host keep-alive origin referer set-cookie te trailer ' +
    'transfer-encoding upgrade via'
  ).split(' '),
)

/**
 * Whether the browser ignores the header when a page sets it, for most headers whatever the value (Fetch, forbidden
 * request-header).
 */
export function isForbiddenHeader(name: string, value = ''): boolean {
  const lower = name.toLowerCase()
  if (METHOD_OVERRIDES.has(lower)) return value.split(',').some((method) => isForbiddenMethod(method.trim()))
  return BROWSER_OWNED.has(lower) || lower.startsWith('proxy-') || lower.startsWith('sec-')
}

/** Reviews allowHeaders (spec §4.4 rule 3). Names are compared without case and kept once. */
export function compileAllowedHeaders(review: Review): AllowedHeaders {
  const names = new Map(ALWAYS_ALLOWED.map((name) => [name.toLowerCase(), name]))
  const entries = readList(review, 'allowHeaders', DEFAULT_OPTIONS.allowHeaders)
  const safelisted = new Set(names.keys())
  for (const entry of entries) {
    if (entry === '*') continue
    const lower = entry.toLowerCase()
    const problem = nameProblem(entry) ?? uselessInRequest(entry) ?? repeated(names, entry, safelisted)
    place(review, 'allowHeaders', problem)
    safelisted.delete(lower)
    if (!names.has(lower)) names.set(lower, entry)
  }
  reviewStar(review, 'allowHeaders', entries)
  return { any: entries.includes('*'), names: [...names.values()] }
}

/**
 * Reviews exposeHeaders. A star is a wildcard only for requests without credentials, so it requires credentials to be
 * off.
 */
export function compileExposedHeaders(review: Review, credentials: boolean): readonly string[] {
  const names = new Map<string, string>()
  const entries = readList(review, 'exposeHeaders', [])
  for (const entry of entries) {
    const star = entry === '*' && credentials ? starProblem(review) : undefined
    place(
      review,
      'exposeHeaders',
      star ?? nameProblem(entry) ?? uselessInResponse(entry) ?? repeated(names, entry),
    )
    if (!names.has(entry.toLowerCase())) names.set(entry.toLowerCase(), entry)
  }
  reviewStar(review, 'exposeHeaders', entries)
  return [...names.values()]
}

function nameProblem(entry: string): Found | undefined {
  if (isToken(entry)) return undefined
  const parts = entry.split(/[\s,:;]+/).filter(isToken)
  const reason = 'is not a header name and must not get into a response'
  return {
    code: 'header_invalid',
    value: entry,
    reason,
    correction: parts.join(' and ') || 'remove the entry',
  }
}

function uselessInRequest(entry: string): Found | undefined {
  const misplaced = POLICY_HEADERS.has(entry.toLowerCase())
  if (!misplaced && !isForbiddenHeader(entry)) return undefined
  const reason = misplaced
    ? 'is a response header'
    : 'is set by the browser; pages cannot set it and no preflight asks for it'
  return { code: 'header_forbidden', value: entry, reason, correction: 'remove the entry' }
}

function uselessInResponse(entry: string): Found | undefined {
  const lower = entry.toLowerCase()
  const cookie = lower === 'set-cookie' || lower === 'set-cookie2'
  if (!cookie && !POLICY_HEADERS.has(lower) && !REQUEST_ONLY.has(lower)) return undefined
  const reason = cookie
    ? 'is hidden from scripts, whatever is exposed'
    : 'is for the browser, or not a response header'
  return { code: 'expose_forbidden', value: entry, reason, correction: 'remove the entry' }
}

function starProblem(review: Review): Found {
  const reason = 'means nothing when credentials are allowed: browsers then read it as a header called *'
  const correction = review.lineFor('exposeHeaders', ['X-Total-Count', 'Location'])
  return { code: 'expose_wildcard_with_credentials', value: '*', reason, correction }
}

function repeated(
  names: ReadonlyMap<string, string>,
  entry: string,
  given?: ReadonlySet<string>,
): Found | undefined {
  const lower = entry.toLowerCase()
  if (!names.has(lower) || given?.has(lower) === true) return undefined
  return repeatedEntry(entry)
}

function place(review: Review, option: 'allowHeaders' | 'exposeHeaders', found: Found | undefined): void {
  if (found === undefined) return
  const fatal = found.code === 'header_invalid' || found.code === 'expose_wildcard_with_credentials'
  review.add(fatal ? 'errors' : found.code === 'duplicate' ? 'notes' : 'warnings', option, found)
}
