import { isLoopback } from './loopback.ts'

const LABEL = '[a-z0-9-]+'

/** Whether a list's entry was meant as a pattern: it has a star, or characters that only regular expressions have. */
export function isOriginPattern(entry: string): boolean {
  return entry.includes('*') || hasExpressionMarks(entry)
}

/**
 * Returns the entries of an origin list as one RE2 pattern: exact origins escaped and in canonical form, a star as one
 * or more labels, expressions as they are. Entries that denote no origin, and `*` itself, are left out.
 */
export function originUnion(entries: readonly string[]): string {
  return [...new Set(entries.flatMap(entryPattern))].filter((pattern) => pattern !== '').join('|')
}

function hasExpressionMarks(entry: string): boolean {
  return /[\\^$+|(){}]/.test(entry)
}

function entryPattern(entry: string): string[] {
  if (hasExpressionMarks(entry)) return [entry.trim().replaceAll(/^\/?\^?|\$?\/?$/g, '')]
  if (entry.includes('*')) return starPatterns(withScheme(entry.trim()))
  const url = URL.parse(entry)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? [escapeOrigin(url.origin)] : []
}

/**
 * Returns the entry with a scheme. If it names none, that is the likely scheme of its page: `http` on this machine,
 * else `https`.
 */
export function withScheme(entry: string): string {
  if (/^(?:https?:|[a-z][a-z\d+.-]*:\/\/)/i.test(entry)) return entry
  return `${isLoopback(entry.replace(/:[\d*]+$/, '')) ? 'http' : 'https'}://${entry}`
}

function starPatterns(entry: string): string[] {
  return /^https?:\/\/(?!\*$)/.test(entry) ? [starPattern(entry)] : []
}

function starPattern(entry: string): string {
  const parts = entry.replace(/\/$/, '').split('*').map(escapeOrigin)
  return parts.reduce((pattern, part) => {
    if (pattern.endsWith('://')) return `${pattern}${LABEL}(\\.${LABEL})*${part}`
    return `${pattern}${pattern.endsWith(':') ? '[0-9]+' : LABEL}${part}`
  })
}

function escapeOrigin(text: string): string {
  return text.replaceAll(/[.[\]]/g, '\\$&')
}
