/** Returns `text` without the white space at its ends. */
export function trimWhiteSpace(text: string): string {
  return trimmed(text, isWhiteSpace)
}

/** Returns `text` without what Python's `str.strip` removes at its ends: white space and U+001C to U+001F. */
export function stripPython(text: string): string {
  return trimmed(text, isPythonSpace)
}

function trimmed(text: string, isSpace: (unit: number) => boolean): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return end - start === text.length ? text : text.slice(start, end)
}

/**
 * Whether a UTF-16 unit has Unicode's White_Space property, which Rust's `trim` removes (JavaScript's differs in U+0085
 * and U+FEFF).
 */
function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  if (unit < 0x2000) return unit === 0x85 || unit === 0xa0 || unit === 0x1680
  return (
    unit <= 0x200a ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  )
}

function isPythonSpace(unit: number): boolean {
  return (unit >= 0x1c && unit <= 0x1f) || isWhiteSpace(unit)
}
