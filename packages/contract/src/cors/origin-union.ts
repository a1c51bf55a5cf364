import { isLoopback } from './loopback.ts'

const LABEL = '[a-z0-9-]+'
const EITHER_SCHEME = /^https\?(?=:\/\/)/i

/** Whether a list's entry was meant as a pattern: it has a star, or characters that only regular expressions have. */
export function isOriginPattern(entry: string): boolean {
  return entry.includes('*') || EITHER_SCHEME.test(entry.trim()) || hasExpressionMarks(entry)
}

/**
 * Returns the entries of an origin list as one RE2 pattern: exact origins escaped and in canonical form, expressions as
 * they are. A star is one or more labels, a port, or either scheme. Entries that denote no origin, and `*` itself, are
 * left out.
 */
export function originUnion(entries: readonly string[]): string {
  return [...new Set(entries.flatMap(entryPattern))].filter((pattern) => pattern !== '').join('|')
}

function hasExpressionMarks(entry: string): boolean {
  return /[\\^$+|(){}]/.test(entry)
}

function entryPattern(given: string): string[] {
  const entry = given.trim()
  if (hasExpressionMarks(entry)) return [entry.replaceAll(/^\/?\^?|\$?\/?$/g, '')]
  if (isOriginPattern(entry)) return starPatterns(entry.replace(EITHER_SCHEME, '*'))
  const url = URL.parse(entry)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? [escapeOrigin(url.origin)] : []
}

/**
 * Returns the entry with a scheme. If it names none, that is the likely scheme of its page: `http` on this machine,
 * else `https`.
 */
export function withScheme(entry: string): string {
  if (/^https?\/\//i.test(entry)) return entry.replace('//', '://')
  if (/^(?:https?:|[a-z*][a-z\d+.*-]*:\/\/)/i.test(entry)) return entry
  return `${isLoopback(entry.replace(/:[\d*]+$/, '')) ? 'http' : 'https'}://${entry}`
}

/** An origin has no path, and no port that is its scheme's own. */
function starPatterns(entry: string): string[] {
  if (entry === '*') return []
  const [, scheme, authority = ''] = STARRED.exec(withScheme(entry).toLowerCase()) ?? []
  if (scheme === undefined) return []
  const host = authority.replace(scheme === 'http' ? /:80$/ : /:443$/, '')
  return [starPattern(`${scheme.includes('*') ? 'https?' : scheme}://${host}`)]
}

const STARRED = /^(https?|(?:http)?\*):\/\/([^/?#]+)/

function starPattern(origin: string): string {
  // A star right behind a name was meant for what follows the name, and `.com*` must not admit `.community`.
  const [, named = origin, star = ''] = /^(\w+\??:\/\/[^:]*[a-z\d])(\*)$/.exec(origin) ?? []
  const parts = named.split('*').map(escapeOrigin)
  const pattern = parts.reduce((before, part) => {
    if (before.endsWith('://')) return `${before}${LABEL}(\\.${LABEL})*${part}`
    return `${before}${before.endsWith(':') ? '[0-9]+' : LABEL}${part}`
  })
  return star === '' ? pattern : `${pattern}(:[0-9]+)?`
}

function escapeOrigin(text: string): string {
  return text.replaceAll(/[.[\]]/g, '\\$&')
}
