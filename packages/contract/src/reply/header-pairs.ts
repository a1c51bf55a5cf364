import { isToken } from '../cors/token.ts'

/** What a response contains beside its body. */
export interface ReplyOptions {
  /** Headers added to those of the response; a `content-type` among them takes precedence. Default none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Complete `Set-Cookie` values, one for each cookie. Default none. */
  readonly cookies?: readonly string[] | undefined
}

/** The headers of every JSON response without headers of its own: the same array every time. */
export const JSON_HEADERS: readonly string[] = Object.freeze(['content-type', 'application/json'])

/**
 * Returns headers with names and values alternating, names in lower case. Throws for a list of headers, for cookies that
 * are not one, and for a header that would break the response (RFC 9110 §5.5). Headers that frame the body are left out,
 * because the adapter sets them and clients refuse a response that has them twice (RFC 9112 §6.2): `transfer-encoding`,
 * and for a `counted` body `content-length` and `trailer`.
 */
export function headerPairs({ headers, cookies }: ReplyOptions, counted = true): readonly string[] {
  const pairs: string[] = []
  // Untyped code may give an array of pairs, whose names would be indices, or Headers, which has no members.
  if (headers && Symbol.iterator in headers)
    throw new TypeError('The headers are a list; write an object: Object.fromEntries(headers)')
  for (const name in headers) {
    if (!Object.hasOwn(headers, name) || isFraming(name, counted)) continue
    addPair(pairs, name, headers[name] ?? '')
  }
  // Of a string, each character would be a cookie.
  if (cookies && !Array.isArray(cookies))
    throw new TypeError(
      "The cookies are not a list; write complete Set-Cookie values: ['theme=dark; Path=/']",
    )
  for (const cookie of cookies ?? []) addPair(pairs, 'set-cookie', cookie)
  return pairs
}

/** Returns headers (names and values alternate) without those that frame the body, for a `counted` body or a stream. */
export function withoutFraming(headers: readonly string[], counted: boolean): readonly string[] {
  // There is hardly ever one, and recurring arrays are recognised by identity.
  if (!headers.some((name, at) => at % 2 === 0 && isFraming(name, counted))) return headers
  return headers.filter((_, at) => !isFraming(nameAt(headers, at), counted))
}

function isFraming(name: string, counted: boolean): boolean {
  // Hardly any name is even as long as one of these.
  const framing = FRAMING_BY_LENGTH[name.length]
  return (
    framing !== undefined && (counted || framing === 'transfer-encoding') && name.toLowerCase() === framing
  )
}

const FRAMING_BY_LENGTH: Readonly<Record<number, string>> = {
  7: 'trailer',
  14: 'content-length',
  17: 'transfer-encoding',
}

/** Returns the name at this index, or before the value at it. */
function nameAt(headers: readonly string[], at: number): string {
  return headers[at - (at % 2)] ?? ''
}

/** Returns a response's headers with a handler's own, which replace those of the same names. */
export function withOwn(headers: readonly string[], own: readonly string[]): readonly string[] {
  const isKept = (_: string, at: number) => !hasHeader(own, nameAt(headers, at))
  // Hardly ever does one of them even look like another's name.
  return [...(own.some((given) => headers.includes(given)) ? headers.filter(isKept) : headers), ...own]
}

/**
 * Returns the value of the header with this lower-case name in a list of alternating names and values; of several the
 * first.
 */
export function headerValue(headers: readonly string[], name: string): string | undefined {
  return headers.find((_, at) => at % 2 === 1 && headers[at - 1] === name)
}

/** Whether a list of alternating names and values has a header with this lower-case name. */
export function hasHeader(headers: readonly string[], name: string): boolean {
  return headerValue(headers, name) !== undefined
}

/** Throws for a header that would break the response (RFC 9110 §5.1, §5.5). */
export function requireHeader(name: string, value: string): void {
  if (!isToken(name)) throw new TypeError(`A header cannot be named ${JSON.stringify(name)}`)
  // Searching for a forbidden character is faster than checking that all are allowed.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    const shown = name.toLowerCase()
    throw new TypeError(`The header ${shown} holds a character that headers cannot contain; encode its value`)
  }
}

/** Untyped code may give a number. */
function addPair(pairs: string[], name: string, given: string | number): void {
  const text = typeof given === 'number' ? `${given}` : given
  const value = /^location$/i.test(name) ? uriText(`${text}`) : text
  requireHeader(name, value)
  pairs.push(name.toLowerCase(), value)
}

/**
 * Percent-encodes what no URI contains as it is (RFC 3986 §2), as in FastAPI's redirects; the location may come from a
 * query.
 */
function uriText(text: string): string {
  return text.toWellFormed().replace(/[^!#-;=?-Z[\]_a-z~]/gu, encodeURIComponent)
}
