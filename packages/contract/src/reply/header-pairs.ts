import { isToken } from '../cors/token.ts'

/** What an answer carries beside its body. */
export interface HeaderParts {
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Finished `Set-Cookie` values, one a cookie. */
  readonly cookies?: readonly string[] | undefined
}

/** The headers of every JSON answer that has none of its own: the same array every time. */
export const JSON_HEADERS: readonly string[] = Object.freeze(['content-type', 'application/json'])

/**
 * Names and values by turns, names in lower case; throws where one would break the answer (RFC 9110 §5.5). How the body is
 * framed is left out, for the adapter tells it, and clients refuse an answer that tells it twice (RFC 9112 §6.2): a
 * `transfer-encoding`, and where the body is `counted` a `content-length` and a `trailer`.
 */
export function headerPairs({ headers, cookies }: HeaderParts, counted = true): readonly string[] {
  const pairs: string[] = []
  for (const name in headers) {
    if (!Object.hasOwn(headers, name) || isFraming(name, counted)) continue
    addPair(pairs, name, headers[name] ?? '')
  }
  for (const cookie of cookies ?? []) addPair(pairs, 'set-cookie', cookie)
  return pairs
}

/** Names and values by turns without those that tell how a body is framed, of one that is `counted` or of a stream. */
export function withoutFraming(headers: readonly string[], counted: boolean): readonly string[] {
  // Hardly ever is there one, and arrays that come again and again are known by being the same.
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

/** The name at this place, or before the value at it. */
function nameAt(headers: readonly string[], at: number): string {
  return headers[at - (at % 2)] ?? ''
}

/** An answer's headers with a handler's own, which take the place of those of the same names. */
export function withOwn(headers: readonly string[], own: readonly string[]): readonly string[] {
  const isKept = (_: string, at: number) => !hasHeader(own, nameAt(headers, at))
  // Hardly ever does one of them even look like another's name.
  return [...(own.some((given) => headers.includes(given)) ? headers.filter(isKept) : headers), ...own]
}

/** The value of the header of this lower-case name in names and values by turns; of several the first. */
export function headerValue(headers: readonly string[], name: string): string | undefined {
  return headers.find((_, at) => at % 2 === 1 && headers[at - 1] === name)
}

/** Whether names and values by turns have a header of this lower-case name. */
export function hasHeader(headers: readonly string[], name: string): boolean {
  return headerValue(headers, name) !== undefined
}

/** Throws for a header that would break the answer (RFC 9110 §5.1, §5.5). */
export function requireHeader(name: string, value: string): void {
  if (!isToken(name)) throw new TypeError(`No header may be named ${JSON.stringify(name)}`)
  // Looking for what is forbidden is quicker than looking whether all is allowed.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    const told = name.toLowerCase()
    throw new TypeError(`The header ${told} holds a character that headers may not have; encode its value`)
  }
}

function addPair(pairs: string[], name: string, given: string): void {
  const value = /^location$/i.test(name) ? uriText(`${given}`) : given
  requireHeader(name, value)
  pairs.push(name.toLowerCase(), value)
}

/** What no URI holds as it is (RFC 3986 §2), percent-encoded, as in redirects of FastAPI; a query may have named the place. */
function uriText(text: string): string {
  return text.toWellFormed().replace(/[^!#-;=?-Z[\]_a-z~]/gu, encodeURIComponent)
}
