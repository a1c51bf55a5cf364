import { byteLength } from './byte-text.ts'
import { directionsOf } from './idna-label.ts'
import { decodePunycode } from './punycode.ts'

/** The normal form of a URL, or why there is none: pydantic's issue type, and its context if it has one. */
type HttpUrl =
  | { readonly ok: true; readonly value: string }
  | {
      readonly ok: false
      readonly type: 'string_unicode' | 'url_too_long' | 'url_parsing' | 'url_syntax_violation' | 'url_scheme'
      readonly context?: Readonly<Record<string, string | number>>
    }

/**
 * Parses an absolute http or https URL of at most 2083 bytes of UTF-8, counted as given. Returns its normal form, with
 * an ASCII host (spec §2.7; pydantic's HttpUrl). With `strict` it refuses what the normal form would correct.
 */
export function parseHttpUrl(text: string, strict = false): HttpUrl {
  if (!text.isWellFormed()) return { ok: false, type: 'string_unicode' }
  // A UTF-16 unit is at most three bytes.
  const isLong = text.length > MOST_BYTES || (text.length * 3 > MOST_BYTES && byteLength(text) > MOST_BYTES)
  if (isLong) return { ok: false, type: 'url_too_long', context: { max_length: MOST_BYTES } }
  return readUrl(text, strict)
}

/** Whether a string is the normal form of an http or https URL, however long; `é` is `%C3%A9` there. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:/.test(text)) return false
  const url = readUrl(text, false)
  return url.ok && url.value === text
}

function readUrl(text: string, strict: boolean): HttpUrl {
  const url = URL.parse(text)
  if (url === null || (SPECIAL_SCHEME.test(url.protocol) && !hasValidLabels(url.hostname))) {
    return { ok: false, type: 'url_parsing', context: { error: parsingError(text) } }
  }
  const violation = strict ? violationOf(text) : undefined
  if (violation !== undefined) {
    return { ok: false, type: 'url_syntax_violation', context: { error: violation } }
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, type: 'url_scheme', context: { expected_schemes: "'http' or 'https'" } }
  }
  return { ok: true, value: text.includes('^') ? withCarets(text) : url.href }
}

const MOST_BYTES = 2083
const SPECIAL_SCHEME = /^(?:https?|wss?|ftp|file):$/i

/**
 * Returns the normal form with every `^` after the host as it was given. Later versions of the URL standard escape it
 * in paths, so runtimes differ.
 */
function withCarets(text: string): string {
  const given = text.replace(/[\t\n\r]/g, '')
  const [origin = ''] = /^[^:]*:[/\\]*[^/\\?#]*/.exec(given) ?? []
  const rest = given.slice(origin.length)
  let standIn = 'caret'
  while (rest.includes(standIn)) standIn += '0'
  const href = URL.parse(origin + rest.replaceAll('^', standIn))?.href ?? ''
  const path = href.indexOf('/', 'https://'.length)
  return href.slice(0, path) + href.slice(path).replaceAll(standIn, '^')
}

/**
 * Whether no label contains a percent sign, every `xn--` label is the proper form of a name, and every label next to a
 * right-to-left one is allowed there. Not every runtime's URL checks this: Chromium's turns a space into `%20`.
 */
function hasValidLabels(hostname: string): boolean {
  if (hostname.includes('%')) return false
  if (!hostname.includes('xn--')) return true
  const labels = hostname.split('.').map(toUnicode)
  if (URL.parse(`http://${labels.join('.')}`)?.hostname !== hostname) return false
  const directions = labels.map(directionsOf)
  return (
    !directions.some((label) => RIGHT_TO_LEFT.test(label)) ||
    directions.every((label) => RIGHT_TO_LEFT.test(label) || LEFT_TO_RIGHT.test(label))
  )
}

// The directions of a label that makes its name right-to-left, and of a label that may be next to it (RFC 5893 §2).
const RIGHT_TO_LEFT = /[RA]/
const LEFT_TO_RIGHT = /^(?:L(?:.*[LE])?N*)?$/

function toUnicode(label: string): string {
  if (!label.startsWith('xn--')) return label
  const decoded = decodePunycode(label.slice(4))
  return decoded.ok ? decoded.value : ''
}

/**
 * Returns the words of Rust's `url` crate for a violation of the writing rules. Of several the crate reports the last
 * it met, so the search starts at the end.
 */
function violationOf(text: string): string | undefined {
  const trimmed = text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '')
  const given = trimmed.replace(/[\t\n\r]/g, '')
  const parts = PARTS.exec(given)
  if (parts === null) return undefined
  const [, slashes, authority = '', path = '', query = '', fragment = ''] = parts
  const user = authority.slice(0, Math.max(0, authority.lastIndexOf('@')))
  return (
    lastOffence(fragment, { '\0': 'NULL characters are ignored in URL fragment identifiers' }) ??
    lastOffence(query) ??
    lastOffence(path, { '\\': 'backslash' }) ??
    lastOffence(user) ??
    (user.includes('@') ? 'unencoded @ sign in username or password' : undefined) ??
    (slashes === '//' ? undefined : 'expected //') ??
    (given === trimmed ? undefined : 'tabs or newlines are ignored in URLs') ??
    (trimmed === text ? undefined : 'leading or trailing control or space character are ignored in URLs')
  )
}

const PARTS = /^(?:https?|wss?|ftp):([/\\]*)([^/\\?#]*)([^?#]*)([^#]*)#?(.*)$/is
// Unlike the standard, the crate does not count the tags (U+E0000 and on) as URL code points.
const OFFENCE =
  /%(?![\da-f]{2})|[\0-\x20"#<>[\\\]^`{|}\x7f-\x9f\p{Noncharacter_Code_Point}\u{e0000}-\u{e0fff}]/giu

function lastOffence(part: string, words: Readonly<Record<string, string>> = {}): string | undefined {
  const last = part.match(OFFENCE)?.at(-1)
  if (last === undefined) return undefined
  return last === '%' ? 'expected 2 hex digits after %' : (words[last] ?? 'non-URL code point')
}

/** Returns the words of Rust's `url` crate for the first wrong part of a refused URL. */
function parsingError(text: string): string {
  if (text === '') return 'input is empty'
  const given = text.replace(/^[\0-\x20]+|[\0-\x20]+$|[\t\n\r]/g, '')
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(given)?.[1]
  if (scheme === undefined) return 'relative URL without a base'
  const rest = given.slice(scheme.length + 1)
  const isSpecial = SPECIAL_SCHEME.test(`${scheme}:`)
  const authority = (isSpecial ? /^[/\\]*([^/\\?#]*)/ : /^\/\/([^/?#]*)/).exec(rest)?.[1] ?? ''
  if (/^file$/i.test(scheme)) return hostError(authority) ?? INVALID_NAME
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1)
  const host = /^(?:\[[^\]]*\]?|[^:[])*/.exec(hostAndPort)?.[0] ?? ''
  return (isSpecial ? hostError(host) : opaqueHostError(host)) ?? 'invalid port number'
}

const INVALID_NAME = 'invalid international domain name'

function hostError(host: string): string | undefined {
  if (host.startsWith('[')) {
    return host.endsWith(']') && URL.canParse(`http://${host}/`) ? undefined : 'invalid IPv6 address'
  }
  // If its last label is not a number, the host cannot be refused as an IPv4 address.
  const named = /[@:]/.test(host) ? null : URL.parse(`http://${host}.x/`)
  if (named === null || !hasValidLabels(named.hostname)) return INVALID_NAME
  if (named.hostname === '.x') return 'empty host'
  return URL.canParse(`http://${host}/`) ? undefined : 'invalid IPv4 address'
}

function opaqueHostError(host: string): string | undefined {
  if (host === '') return 'empty host'
  if (URL.canParse(`x://${host}/`)) return undefined
  return host.startsWith('[') ? 'invalid IPv6 address' : 'invalid domain character'
}
