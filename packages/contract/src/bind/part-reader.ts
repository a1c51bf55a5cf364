import { UnreadableError } from '../incoming.ts'
import { FAILURES } from '../reply/failure.ts'
import { BrokenBody } from './broken-body.ts'
import { type Framing, MALFORMED } from './form-body.ts'
import { type PartEvent, PartParser } from './part-parser.ts'
import type { DecodeText } from './text-encoding.ts'

/** Reads the parts of a multipart body as they are asked for, so that the sender waits for the reader. */
export class PartReader {
  readonly #source: ReadableStreamDefaultReader<Uint8Array>
  readonly #parser: PartParser
  /** How the texts among the parts are decoded. */
  readonly decode: DecodeText
  #events: PartEvent[] = []

  constructor(source: ReadableStream<Uint8Array>, framing: Framing) {
    this.#source = source.getReader()
    this.#parser = new PartParser(framing.boundary, framing.decode)
    this.decode = framing.decode
  }

  /** What comes next; undefined behind the last part. Rejects with a {@link BrokenBody}. */
  async next(): Promise<PartEvent | undefined> {
    while (this.#events.length === 0) {
      const { state } = this.#parser
      if (state === 'done') return undefined
      if (state === 'failed') throw new BrokenBody(MALFORMED, { status: 400, detail: MALFORMED })
      const { done, value } = await this.#read()
      this.#events = [...(done ? this.#parser.end() : this.#parser.write(value))]
    }
    return this.#events.shift()
  }

  /** Puts back what was read, to come next. */
  unread(events: readonly PartEvent[]): void {
    this.#events = [...events, ...this.#events]
  }

  /** Reads no more. */
  cancel(): void {
    this.#source.cancel().catch(() => undefined)
  }

  async #read(): Promise<ReadableStreamReadResult<Uint8Array>> {
    try {
      return await this.#source.read()
    } catch (error) {
      if (error instanceof UnreadableError) throw new BrokenBody(error.message, error.unreadable)
      throw new BrokenBody('The client went away before its request was whole', FAILURES.unreadable)
    }
  }
}
