/**
 * Decodes a path: `%XX` and raw bytes above ASCII are UTF-8, invalid bytes become U+FFFD, and a stray `%` stays (as
 * Python's `unquote` does). Never throws.
 */
export function decodePath(path: string): string {
  const bytes = new Uint8Array(path.length)
  let length = 0
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at)
    const octet = code === PERCENT ? octetAt(path, at + 1) : undefined
    if (octet !== undefined) at += 2
    bytes[length++] = octet ?? code
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, length))
}

const PERCENT = 0x25

function octetAt(path: string, at: number): number | undefined {
  const digits = path.slice(at, at + 2)
  return /^[\da-fA-F]{2}$/.test(digits) ? Number.parseInt(digits, 16) : undefined
}
