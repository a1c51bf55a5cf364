/** How many milliseconds a stream may hold the event loop at a stretch. */
const LONGEST_HOLD = 20

/**
 * Keeps a stream whose source always has more from holding the event loop for as long as its client reads. Promises
 * that are already settled never let the loop turn, and every other request would wait.
 */
export class LoopHold {
  #since = performance.now()

  /**
   * Returns a promise that settles when the loop has turned, if the loop may have been held for long; otherwise
   * undefined.
   */
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
