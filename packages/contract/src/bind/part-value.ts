import { joinedBytes } from '../joined-bytes.ts'
import type { PartHead } from './part-head.ts'
import type { DecodeText } from './text-encoding.ts'

/** What a part that stands for a text gives: the text, or what FastAPI takes a file in its place for. */
export function partValue(
  { filename, type }: PartHead,
  pieces: readonly Uint8Array[],
  decode: DecodeText,
): unknown {
  return filename === undefined ? decode(joinedBytes(pieces)) : new MisplacedFile(filename, type)
}

/** A file in the place of a text: of a class, so that it is no record of texts, as FastAPI's `UploadFile` is none. */
class MisplacedFile {
  readonly filename: string
  readonly content_type: string

  constructor(filename: string, type: string) {
    this.filename = filename
    this.content_type = type
  }
}
