import { type Incoming, UnreadableError } from '../incoming.ts'
import { FAILURES } from '../reply/failure.ts'
import { BrokenBody } from './broken-body.ts'

/** The bytes of a body, read on demand, so that the sender waits for the reader. */
export class ArrivingBytes {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>

  constructor(incoming: Incoming) {
    if (incoming.stream === undefined) throw new TypeError('The adapter cannot stream a body')
    this.#reader = incoming.stream().getReader()
  }

  /** Returns the next piece; undefined at the end. Rejects with a {@link BrokenBody}. */
  async next(): Promise<Uint8Array | undefined> {
    try {
      return (await this.#reader.read()).value
    } catch (error) {
      if (error instanceof UnreadableError) throw new BrokenBody(error.message, error.unreadable)
      throw new BrokenBody('The client went away before its request was whole', FAILURES.unreadable)
    }
  }

  cancel(): void {
    this.#reader.cancel().catch(() => undefined)
  }
}
