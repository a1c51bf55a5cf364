/**
 * Parses a `cookie` header as Starlette does: of equal names the last wins, quoted values are unquoted with Python's
 * `\ooo` and `\"` escapes, percent-encoding stays. Names cannot reach a prototype. A cookie is left out if its name has
 * a prefix only after a space that cookies do not allow: the browser never enforced the prefix's conditions for it.
 */
export function parseCookies(header: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    const given = equals === -1 ? '' : pair.slice(0, equals)
    const name = trim(given)
    const value = trim(pair.slice(equals + 1))
    if (PREFIXED.test(name) && !PREFIXED.test(given)) continue
    if (name !== '' || value !== '') cookies.set(name, unquote(value))
  }
  return cookies
}

/** RFC 6265bis §4.1.3, after exactly the spaces that a browser removes (§5.6). */
const PREFIXED = /^[\t ]*__(?:Host|Secure)-/

function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value
  return value.slice(1, -1).replace(/\\(?:([0-3][0-7]{2})|(.))/g, (_, octal?: string, plain?: string) => {
    return octal === undefined ? (plain ?? '') : String.fromCharCode(Number.parseInt(octal, 8))
  })
}

/** Python's `str.strip()` for the characters that a header can contain. */
function trim(text: string): string {
  let start = 0
  let end = text.length
  // A pattern would search for the end of the string after every run of spaces, in quadratic time.
  while (start < end && SPACES.includes(text.charAt(start))) start += 1
  while (end > start && SPACES.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const SPACES = '\t \x85\xa0'
