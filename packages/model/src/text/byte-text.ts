/**
 * A text whose characters are the UTF-8 bytes of `text`: pydantic's grammars count bytes.
 * It is `text` itself where that is ASCII.
 */
export function byteText(text: string): string {
  if (isAscii(text)) return text
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return bytes
}

/**
 * What `read` makes of the bytes of `text`; `read` answers a string where it finds nothing.
 * The text itself is tried first, for one that can be read to its end has nothing outside ASCII.
 */
export function readBytes<Read extends object>(
  text: string,
  read: (bytes: string) => Read | string,
): Read | string {
  const found = read(text)
  if (typeof found !== 'string') return found
  const bytes = byteText(text)
  return bytes === text ? found : read(bytes)
}

/** Whether every character is one of ASCII. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false
  return true
}
