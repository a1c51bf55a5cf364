import { joinedBytes } from '../joined-bytes.ts'
import type { PartHead } from './part-head.ts'
import type { DecodeText } from './text-encoding.ts'

/** What a part that stands for a text gives: the text, or what FastAPI takes a file in its place for. */
export function partValue(
  { filename, type }: PartHead,
  pieces: readonly Uint8Array[],
  decode: DecodeText,
): unknown {
  return filename === undefined ? decode(joinedBytes(pieces)) : { filename, content_type: type }
}
