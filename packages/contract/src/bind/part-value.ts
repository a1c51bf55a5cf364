import type { PartHead } from './part-head.ts'
import { decodeLatin1, decodeUtf8 } from './text-encoding.ts'

/** What a part that stands for a text gives: the text, or what FastAPI takes a file in its place for. */
export function partValue({ filename, type }: PartHead, pieces: readonly Uint8Array[]): unknown {
  if (filename !== undefined) return { filename, content_type: type }
  const bytes = joined(pieces)
  // As Starlette: a text that is not UTF-8 is Latin-1.
  return decodeUtf8(bytes) ?? decodeLatin1(bytes)
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [first = EMPTY] = pieces
  if (pieces.length < 2) return first
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const EMPTY = new Uint8Array()
