import { isLoopback } from './loopback.ts'
import { isOriginPattern, originUnion, withScheme } from './origin-union.ts'
import { type Fault, type Review, readList, repeatedEntry, reviewStar } from './review.ts'
import { isSerializedOrigin } from './serialized-origin.ts'

/** The allowOrigins option after its review: whether all origins are allowed, otherwise the exact origins. */
export interface OriginList {
  readonly any: boolean
  readonly listed: readonly string[]
}

/**
 * Reviews allowOrigins entry by entry (spec §4.4 rule 1). An entry that can never equal an Origin header is an error.
 */
export function compileOriginList(review: Review, credentials: boolean): OriginList {
  const entries = readList(review, 'allowOrigins', [])
  const any = entries.includes('*')
  const listed = new Set<string>()
  for (const entry of entries) {
    if (entry === '*') continue
    const fault = isOriginPattern(entry) ? patternFault(review, entries) : originFault(entry)
    if (fault !== undefined) review.add('errors', 'allowOrigins', { ...fault, value: entry })
    else if (listed.has(entry)) review.add('notes', 'allowOrigins', repeatedEntry(entry))
    else reviewDanger(review, entry, credentials)
    listed.add(entry)
  }
  if (any) reviewWildcard(review, entries, credentials)
  return { any, listed: [...listed] }
}

function patternFault(review: Review, entries: readonly string[]): Fault {
  const union = originUnion(entries)
  const reason = 'is a pattern, but entries of the list are compared literally: the entry would match nothing'
  return { code: 'origin_pattern', reason, correction: review.lineFor('allowOriginRegex', union) }
}

function originFault(entry: string): Fault | undefined {
  if (entry.trim().toLowerCase() === 'null') {
    const reason = 'would admit every sandboxed frame and local file on the web'
    return { code: 'origin_null', reason, correction: '* with credentials off, if everybody is meant' }
  }
  const url = URL.parse(entry)
  if (url === null || /[\s,;]/.test(entry.trim()) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(entry.trim())) {
    return invalidFault(entry)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const reason = `is not an http or https origin; the scheme ${url.protocol}// is out of this policy's scope`
    return { code: 'origin_scheme', reason, correction: `https://${url.host || 'app.example.com'}` }
  }
  if (url.origin !== entry) return canonicalFault(url.origin)
  if (isSerializedOrigin(entry)) return undefined
  const reason = 'has a host or port that no browser can be on (empty or too long label, port 0)'
  return {
    code: 'origin_invalid',
    reason,
    correction: 'the origin that the browser shows in its address bar',
  }
}

function canonicalFault(origin: string): Fault {
  const reason = 'is not how browsers write an origin (lower case, no path, no slash, no default port)'
  return { code: 'origin_not_canonical', reason, correction: origin }
}

function invalidFault(entry: string): Fault {
  const parts = entry.replaceAll(LIST_MARKS, '').split(/[\s,;]+/)
  const origins = parts.filter((part) => part !== '').map(withScheme)
  const readable = origins.map((origin) => URL.parse(origin)?.origin ?? '').filter(isSerializedOrigin)
  const otherwise =
    origins.length === 0 ? 'remove the entry' : 'the origin of a page: https://app.example.com'
  const reason = 'is not one origin: scheme://host[:port], nothing else'
  return { code: 'origin_invalid', reason, correction: readable.join(' and ') || otherwise }
}

/** Quotes, and the brackets of a list; the brackets of an IPv6 address stay. */
const LIST_MARKS = /["']|\[(?![\da-f.]*:[\da-f:.]*\])|(?<!\[[\da-f.]*:[\da-f:.]*)\]/gi

function reviewDanger(review: Review, origin: string, credentials: boolean): void {
  const { protocol, hostname } = new URL(origin)
  if (credentials && protocol === 'http:' && !isLoopback(hostname)) {
    const reason = 'is not encrypted: anyone on the network can impersonate it, with your users’ credentials'
    const correction = new URL(origin.replace('http:', 'https:')).origin
    review.add('warnings', 'allowOrigins', {
      code: 'insecure_origin_with_credentials',
      value: origin,
      reason,
      correction,
    })
  }
  if (hostname.includes('_')) {
    const reason =
      'has an underscore in its host, which browsers allow and certificates and some clients do not'
    const correction = origin.replaceAll('_', '-')
    review.add('warnings', 'allowOrigins', { code: 'origin_underscore', value: origin, reason, correction })
  }
}

function reviewWildcard(review: Review, entries: readonly string[], credentials: boolean): void {
  if (credentials) {
    const option = `${review.nameOf('allowOrigins')} and ${review.nameOf('allowCredentials')}`
    const reason =
      'would let every site on the web read your users’ data; the two cannot be combined (spec 4.4 rule 1)'
    const off = review.lineFor('allowCredentials', false)
    const correction = `${off}, or name the origins: ${review.lineFor('allowOrigins', ['https://app.example.com'])}`
    review.errors.push({ code: 'wildcard_with_credentials', option, value: '*', reason, correction })
  }
  reviewStar(review, 'allowOrigins', entries)
}
