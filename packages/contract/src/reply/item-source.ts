import { type Mishap, misfitIn } from './mishap.ts'
import type { ModelWriter } from './model-writer.ts'

/** One pull: an item's JSON text, the end, or why there is no more. */
export type Pulled = { readonly text: string } | 'end' | Mishap

/** The items of a stream, each through its model, one at a time as they are asked for. */
export class ItemSource {
  readonly #iterator: AnyIterator
  readonly #write: ModelWriter
  readonly #report: (mishap: Mishap) => void
  #index = 0
  #isOver = false

  /** `report` is told of what goes wrong while the iterator is stopped. */
  constructor(
    iterator: AnyIterator,
    about: { readonly write: ModelWriter; readonly report: (mishap: Mishap) => void },
  ) {
    this.#iterator = iterator
    this.#write = about.write
    this.#report = about.report
  }

  /** The next item; after an end or a mishap, and once stopped, always the end. Never rejects. */
  async pull(): Promise<Pulled> {
    if (this.#isOver) return 'end'
    try {
      const { done, value } = await this.#iterator.next()
      // Stopped meanwhile: nobody reads on, and what breaks by being stopped is no mishap.
      if (this.#isOver) return 'end'
      if (done === true) return this.#end('end')
      const written = this.#write(value)
      if (written.ok) {
        this.#index++
        return { text: written.value }
      }
      this.stop()
      return misfitIn(written.issues, this.#index)
    } catch (error) {
      return this.#end(this.#isOver ? 'end' : { error })
    }
  }

  /** Lets the iterator clean up: no more items are wanted. */
  stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#finish().catch((error: unknown) => this.#report({ error }))
  }

  #end(last: Pulled): Pulled {
    this.#isOver = true
    return last
  }

  async #finish(): Promise<void> {
    await this.#iterator.return?.()
  }
}

/** An iterator of either sort. */
export type AnyIterator = Iterator<unknown, unknown> | AsyncIterator<unknown, unknown>

/** The iterator of what a handler returned; undefined where that is no (async) iterable object. */
export function iteratorOf(returned: unknown): AnyIterator | undefined {
  if (typeof returned !== 'object' || returned === null) return undefined
  const source: Partial<AsyncIterable<unknown> & Iterable<unknown>> = returned
  return source[Symbol.asyncIterator]?.() ?? source[Symbol.iterator]?.()
}
