import { joinedBytes } from '../joined-bytes.ts'
import type { PartHead } from './part-head.ts'
import { decodeLatin1, decodeUtf8 } from './text-encoding.ts'

/** What a part that stands for a text gives: the text, or what FastAPI takes a file in its place for. */
export function partValue({ filename, type }: PartHead, pieces: readonly Uint8Array[]): unknown {
  if (filename !== undefined) return { filename, content_type: type }
  const bytes = joinedBytes(pieces)
  // As Starlette: a text that is not UTF-8 is Latin-1.
  return decodeUtf8(bytes) ?? decodeLatin1(bytes)
}
