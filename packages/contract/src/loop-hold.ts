/** Milliseconds that a stream may hold the event loop at a stretch. */
const LONGEST_HOLD = 20

/**
 * Keeps a stream whose source always has more from holding the event loop as long as its client reads: promises that
 * are settled already never let it turn, and everybody else would wait.
 */
export class LoopHold {
  #since = performance.now()

  /** Settles when the loop has turned, where it may have been held for long; else undefined. */
  release(): Promise<void> | undefined {
    if (performance.now() - this.#since < LONGEST_HOLD) return undefined
    return new Promise((resolve) => {
      setTimeout(() => {
        this.#since = performance.now()
        resolve()
      })
    })
  }
}
