/**
 * Decodes a JSON body: UTF-8, or UTF-16 and UTF-32, detected by a byte order mark or the position of zero bytes (as in
 * Python's `json.loads`). Undefined if the bytes are not text.
 */
export function decodeJsonText(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes)
  try {
    if (encoding === 'utf-32le') return decodeUtf32(bytes, true)
    if (encoding === 'utf-32be') return decodeUtf32(bytes, false)
    return (encoding === 'utf-8' ? UTF8 : new TextDecoder(encoding, { fatal: true })).decode(bytes)
  } catch {
    return undefined
  }
}

/** Decodes bytes for display only: what is not UTF-8 becomes U+FFFD. */
export function decodeLeniently(bytes: Uint8Array): string {
  return LENIENT.decode(bytes)
}

/** Decodes UTF-8, including a byte order mark; undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return EXACT.decode(bytes)
  } catch {
    return undefined
  }
}

/** Decodes a text of a form. */
export type DecodeText = (bytes: Uint8Array) => string

/** Decodes a text of a form that declares no encoding: UTF-8, or ISO 8859-1 if it is not UTF-8 (as in Starlette). */
export const decodeText: DecodeText = (bytes) => decodeUtf8(bytes) ?? decodeLatin1(bytes)

/**
 * Returns how the texts of a form with this declared encoding are decoded; as ISO 8859-1 if they do not fit it or it is
 * unknown (as in Starlette).
 */
export function decoderOf(encoding: string): DecodeText {
  const decoder = namedDecoder(encoding)
  if (decoder === undefined) return decodeLatin1
  return (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch {
      return decodeLatin1(bytes)
    }
  }
}

/**
 * Undefined if it is unknown, and for ISO 8859-1 and ASCII, which are windows-1252 on the web (Encoding, names and
 * labels).
 */
function namedDecoder(encoding: string): TextDecoder | undefined {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
    return decoder.encoding === 'windows-1252' && !encoding.includes('1252') ? undefined : decoder
  } catch {
    return undefined
  }
}

/** Encodes ISO 8859-1: each character of U+0000 to U+00FF becomes the byte of its number. */
export function encodeLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Decodes ISO 8859-1: each byte becomes the character of its number. */
export function decodeLatin1(bytes: Uint8Array): string {
  // If there are as many characters as bytes and no replacement character, it is ASCII, which this decoder reads at
  // once.
  const ascii = LENIENT.decode(bytes)
  if (ascii.length === bytes.length && !ascii.includes('\ufffd')) return ascii
  const step = 4096
  let text = ''
  for (let at = 0; at < bytes.length; at += step) {
    text += String.fromCharCode(...bytes.subarray(at, at + step))
  }
  return text
}

// A decoder keeps nothing between calls unless asked to stream.
const UTF8 = new TextDecoder('utf-8', { fatal: true })
const EXACT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const LENIENT = new TextDecoder('utf-8', { ignoreBOM: true })

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'

function encodingOf(bytes: Uint8Array): Encoding {
  // By index: an iterator over four bytes costs more than everything else here.
  const { 0: a, 1: b, 2: c, 3: d } = bytes
  // The first two characters of a JSON text are ASCII, and only UTF-8's byte order mark begins below 0xfe.
  if (a && b && a < 0xfe) return 'utf-8'
  return encodingMarked(bytes) ?? (bytes.length >= 4 ? encodingByZeros(a, b, c || d) : encodingOfTwo(bytes))
}

function encodingMarked([a, b, c, d]: Uint8Array): Encoding | undefined {
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

function encodingByZeros(a: number | undefined, b: number | undefined, more: number | undefined): Encoding {
  if (!a) return b ? 'utf-16be' : 'utf-32be'
  if (b) return 'utf-8'
  return more ? 'utf-16le' : 'utf-32le'
}

function encodingOfTwo({ length, 0: a, 1: b }: Uint8Array): Encoding {
  if (length !== 2 || (a && b)) return 'utf-8'
  return a ? 'utf-16le' : 'utf-16be'
}

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  if (bytes.length % 4 !== 0) throw new RangeError('A UTF-32 text has four bytes a character')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let at = 0; at < bytes.length; at += 4) {
    text += String.fromCodePoint(view.getUint32(at, littleEndian))
  }
  return text.startsWith('\ufeff') ? text.slice(1) : text
}
