import type { ArrivingBytes } from './arriving-bytes.ts'
import { BrokenBody } from './broken-body.ts'
import { type Framing, MALFORMED } from './form-body.ts'
import { type PartEvent, PartParser } from './part-parser.ts'
import type { DecodeText } from './text-encoding.ts'

/** Reads the parts of a multipart body on demand, so that the sender waits for the reader. */
export class PartReader {
  readonly #bytes: ArrivingBytes
  readonly #parser: PartParser
  /** How the texts among the parts are decoded. */
  readonly decode: DecodeText
  #events: PartEvent[] = []

  constructor(bytes: ArrivingBytes, framing: Framing) {
    this.#bytes = bytes
    this.#parser = new PartParser(framing.boundary, framing.decode)
    this.decode = framing.decode
  }

  /** Returns what comes next; undefined after the last part. Rejects with a {@link BrokenBody}. */
  async next(): Promise<PartEvent | undefined> {
    while (this.#events.length === 0) {
      const { state } = this.#parser
      if (state === 'done') return undefined
      if (state === 'failed') throw new BrokenBody(MALFORMED, { status: 400, detail: MALFORMED })
      const piece = await this.#bytes.next()
      this.#events = [...(piece === undefined ? this.#parser.end() : this.#parser.write(piece))]
    }
    return this.#events.shift()
  }

  /** Puts back what was read, to be returned next. */
  unread(events: readonly PartEvent[]): void {
    this.#events = [...events, ...this.#events]
  }

  cancel(): void {
    this.#bytes.cancel()
  }
}
