/** What becomes of an operation that has waited for its turn for `after` milliseconds: it fails, and is not run. */
export interface Lateness {
  readonly after: number
  readonly error: () => Error
}

/** Lets at most `most` operations run at once. The others wait, and run in the order in which they came. */
export class Turns {
  readonly #most: number
  readonly #lateness: Lateness | undefined
  readonly #waiting = new Set<() => void>()
  #running = 0

  /** Without `lateness`, operations wait for as long as it takes. */
  constructor(most: number, lateness?: Lateness) {
    this.#most = most
    this.#lateness = lateness
  }

  async take<Value>(operation: () => Value | Promise<Value>): Promise<Value> {
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
      const giveUp = (error: Error) => {
        this.#waiting.delete(begin)
        reject(error)
      }
      const late = this.#lateness
      const timer = late && setTimeout(() => giveUp(late.error()), late.after)
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
