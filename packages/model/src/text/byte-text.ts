/**
 * A text whose characters are the UTF-8 bytes of `text`: pydantic's grammars count bytes.
 * It is `text` itself where that is ASCII.
 */
export function byteText(text: string): string {
  if (isAscii(text)) return text
  const bytes = new TextEncoder().encode(text)
  let read = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    read += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + AT_ONCE))
  }
  return read
}

/** One by one, the bytes of a text of a megabyte would take half a second; all at once, they are too many arguments. */
const AT_ONCE = 4096

/**
 * What `read` makes of the bytes of `text`; `read` answers a string where it finds nothing.
 * The text itself is tried first, for one that can be read to its end has nothing outside ASCII but a minus sign: `read` is told of
 * that with bytes alone, for a text may have them for characters, as a header has that was sent in UTF-8.
 */
export function readBytes<Read extends object>(
  text: string,
  read: (bytes: string, minusSign?: string) => Read | string,
): Read | string {
  const found = read(text)
  if (typeof found !== 'string') return found
  const bytes = byteText(text)
  return bytes === text ? found : read(bytes, MINUS_SIGN)
}

/** U+2212, the minus sign, as UTF-8 bytes; ISO 8601 allows it. */
const MINUS_SIGN = '\u00e2\u0088\u0092'

/** How many bytes a text has in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** Whether every character is one of ASCII. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false
  return true
}
