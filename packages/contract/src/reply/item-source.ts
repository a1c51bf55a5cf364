import type { Result } from '@postern/model'
import { type Mishap, misfitIn } from './mishap.ts'
import { Reply } from './reply.ts'
import { type EventFields, StreamEvent } from './stream-event.ts'

/** The result of one pull: a written item with the fields of its event, the end, or why there is no more. */
export type Pulled<Text = string> =
  | { readonly text: Text; readonly fields: EventFields | undefined }
  | 'end'
  | Mishap

/** What a source needs beside its iterator. */
export interface SourceTerms<Text> {
  readonly write: (item: unknown) => Result<Text>
  /** Whether an item may come in an event made by `event()`. */
  readonly takesEvents: boolean
  /** Receives what goes wrong while the iterator is stopped. */
  readonly report: (mishap: Mishap) => void
}

/** The items of a stream, each written, one at a time on demand. */
export class ItemSource<Text = string> {
  readonly #iterator: AnyIterator
  readonly #write: (item: unknown) => Result<Text>
  readonly #takesEvents: boolean
  readonly #report: (mishap: Mishap) => void
  #index = 0
  #hasBegun = false
  #isOver = false
  #reply: Reply | undefined
  #ask: () => void = () => undefined
  #pulled: Promise<Pulled<Text>>
  #finish: () => void = () => undefined

  /**
   * The iterator runs in the AsyncLocalStorage context in which the source is created; hosts read it in another, or in
   * none.
   */
  constructor(iterator: AnyIterator, about: SourceTerms<Text>) {
    this.#iterator = iterator
    this.#write = about.write
    this.#takesEvents = about.takesEvents
    this.#report = about.report
    this.#pulled = this.#whenAsked()
    // A promise continues in the context in which it is awaited.
    new Promise<void>((resolve) => {
      this.#finish = resolve
    })
      .then(() => this.#iterator.return?.())
      .catch((error: unknown) => this.#report({ error }))
  }

  /** Returns the next item; after an end or a mishap, and once stopped, always the end. Never rejects. */
  pull(): Promise<Pulled<Text>> {
    const pulled = this.#pulled
    this.#ask()
    return pulled
  }

  #whenAsked(): Promise<Pulled<Text>> {
    return new Promise<void>((resolve) => {
      this.#ask = resolve
    }).then(() => {
      this.#pulled = this.#whenAsked()
      return this.#next()
    })
  }

  async #next(): Promise<Pulled<Text>> {
    if (this.#isOver) return 'end'
    let item: unknown
    try {
      const { done, value } = await this.#iterator.next()
      // Stopped in the meantime: nobody reads on, and an error caused by stopping is not a mishap.
      if (this.#isOver) return 'end'
      if (done === true) return this.#finishWith(value)
      item = value
    } catch (error) {
      if (this.#isOver) return this.#end('end')
      return this.#end({ error: error instanceof Reply && this.#isLate ? new TypeError(LATE) : error })
    }
    return this.#take(item)
  }

  /** Returns an item as it is written. If it cannot be written, the iterator is stopped, because it would go on. */
  #take(item: unknown): Pulled<Text> {
    try {
      const { data, fields } = this.#takesEvents ? eventOf(item) : { data: item, fields: undefined }
      const written = this.#write(data)
      if (!written.ok) {
        this.stop()
        return misfitIn(written.issues, this.#index)
      }
      this.#index++
      return { text: written.value, fields }
    } catch (error) {
      // It is not a valid item, one of its getters threw, or it is a revoked proxy.
      this.stop()
      return { error }
    }
  }

  /** Notes that the response begins without an item: no reply can replace it any more. */
  begin(): void {
    this.#hasBegun = true
  }

  /** Lets the iterator clean up: no more items are wanted. */
  stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#finish()
  }

  /** The handler's response instead of a stream: a reply that its generator returned before the first item. */
  get reply(): Reply | undefined {
    return this.#reply
  }

  get #isLate(): boolean {
    return this.#hasBegun || this.#index > 0
  }

  #finishWith(returned: unknown): Pulled<Text> {
    if (!(returned instanceof Reply)) return this.#end('end')
    if (this.#isLate) return this.#end({ error: new TypeError(LATE) })
    this.#reply = returned
    return this.#end('end')
  }

  #end(last: Pulled<Text>): Pulled<Text> {
    this.#isOver = true
    return last
  }
}

const LATE =
  'A source ended with a reply after the response had begun: after its first item or its keepAlive, or in a rawReply; return or throw the reply earlier'

function eventOf(item: unknown): { readonly data: unknown; readonly fields: EventFields | undefined } {
  return item instanceof StreamEvent ? item : { data: item, fields: undefined }
}

/** An iterator, synchronous or asynchronous. */
export type AnyIterator = Iterator<unknown, unknown> | AsyncIterator<unknown, unknown>

/** Returns the iterator of what a handler returned; undefined if that is not an (async) iterable object. */
export function iteratorOf(returned: unknown): AnyIterator | undefined {
  if (typeof returned !== 'object' || returned === null) return undefined
  const source: Partial<AsyncIterable<unknown> & Iterable<unknown>> = returned
  return source[Symbol.asyncIterator]?.() ?? source[Symbol.iterator]?.()
}
