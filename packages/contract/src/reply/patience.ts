import type { Pulled } from './item-source.ts'

/** Waits for the next item, each time for a limited time. */
export class Patience {
  readonly #milliseconds: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #awaited: Promise<Pulled> | undefined
  #pulled: Pulled | undefined
  #settle: (came: Pulled | 'silent') => void = () => undefined

  constructor(milliseconds: number | undefined) {
    this.#milliseconds = milliseconds
  }

  /** Returns the item, or `silent` if it takes longer. */
  wait(pending: Promise<Pulled>): Promise<Pulled | 'silent'> {
    if (this.#milliseconds === undefined) return pending
    if (this.#awaited !== pending) this.#await(pending)
    return new Promise((resolve) => {
      if (this.#pulled !== undefined) return resolve(this.#pulled)
      this.#settle = resolve
      this.#timer = setTimeout(resolve, this.#milliseconds, 'silent')
    })
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  /** Listens to an item once: a promise keeps its listeners until it settles, and a source may be silent for days. */
  #await(pending: Promise<Pulled>): void {
    this.#awaited = pending
    this.#pulled = undefined
    void pending.then((pulled) => {
      this.#pulled = pulled
      this.end()
      this.#settle(pulled)
    })
  }
}
