/** Removes surrounding white space as Python's `str.strip()` does (spec §2.4.3, §2.4.5). */
export function strip(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start += 1
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Python's `str.isspace()`: unlike JavaScript, it includes U+001C to U+001F and U+0085, but not U+FEFF. */
function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f)
  return beyondAscii.has(code) || (code >= 0x2000 && code <= 0x200a)
}

const beyondAscii: ReadonlySet<number> = new Set([0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000])
