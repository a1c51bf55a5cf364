/**
 * Returns a byte string: its characters are the UTF-8 bytes of `text`, because pydantic's grammars count bytes. For
 * ASCII it is `text` itself.
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

/** One at a time, the bytes of a megabyte would take half a second; all at once, they would be too many arguments. */
const AT_ONCE = 4096

/**
 * Returns what `read` makes of the bytes of `text`; `read` returns a string, the reason, if it fails. `text` itself is
 * tried first: whatever can be read to its end is ASCII, except for a minus sign. `read` receives the minus sign only
 * together with bytes, because `text` may contain those bytes as characters, as a header sent in UTF-8 does.
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

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false
  return true
}
