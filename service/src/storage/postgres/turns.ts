import { StorageUnavailable } from '../errors.ts'

/**
 * Lets only some operations run at once. The others wait, and run in the order in which they came; one that has waited
 * for `patience` milliseconds fails with `StorageUnavailable` and is not run.
 */
export class Turns {
  readonly #most: number
  readonly #patience: number
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(most: number, patience: number) {
    this.#most = most
    this.#patience = patience
  }

  async take<Value>(operation: () => Promise<Value>): Promise<Value> {
    if (this.#running < this.#most) this.#running += 1
    else await this.#wait()
    try {
      return await operation()
    } finally {
      this.#leave()
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.delete(begin)
        reject(
          new StorageUnavailable(
            `not sent within ${this.#patience} ms, because earlier changes took as long`,
          ),
        )
      }
      const timer = setTimeout(giveUp, this.#patience)
      this.#waiting.add(begin)
    })
  }

  /** The next in line takes the place of the one that has ended. */
  #leave(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#running -= 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
