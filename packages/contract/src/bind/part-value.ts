import { joinedBytes } from '../joined-bytes.ts'
import type { PartHead } from './part-head.ts'
import type { DecodeText } from './text-encoding.ts'

/** Returns the value of a part that stands for a text: the text, or what FastAPI makes of a file in its place. */
export function partValue(
  { filename, type }: PartHead,
  pieces: readonly Uint8Array[],
  decode: DecodeText,
): unknown {
  return filename === undefined ? decode(joinedBytes(pieces)) : new MisplacedFile(filename, type)
}

/**
 * A file in place of a text. It is a class instance, so that it is not a record of strings, just as FastAPI's
 * `UploadFile` is none.
 */
class MisplacedFile {
  readonly filename: string
  readonly content_type: string

  constructor(filename: string, type: string) {
    this.filename = filename
    this.content_type = type
  }
}
