import type { Unreadable } from '../incoming.ts'
import type { HeldBytes } from '../joined-bytes.ts'

/**
 * The bodies that are held in memory, together at most `limit` bytes. Each counts from its first piece until its response
 * is sent, because what is made of it, and the response, hold as much again. Beyond the limit the slowest of those that
 * are still arriving are refused, so that clients that stall cannot take the memory of all others. The last of them
 * never is.
 */
export class HeldBodies {
  readonly #limit: number
  readonly #arriving = new Map<HeldBytes, Arriving>()
  #length = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts what a body holds by now. `refuse` has to settle it, and call what that returns. */
  count(held: HeldBytes, refuse: Refuse): void {
    if (held.length <= UNCOUNTED) return
    const known = this.#arriving.get(held)
    this.#length += held.length - (known?.length ?? 0)
    if (known === undefined)
      this.#arriving.set(held, { length: held.length, since: performance.now(), refuse })
    else known.length = held.length
    while (this.#length > this.#limit && this.#arriving.size > 1) this.#slowest()?.refuse(SLOWEST)
  }

  /**
   * No more of a body comes, and it is not refused any more. It counts until what is returned is called, once; undefined
   * if it does not count.
   */
  settle(held: HeldBytes): (() => void) | undefined {
    const known = this.#arriving.get(held)
    if (known === undefined) return undefined
    this.#arriving.delete(held)
    return () => {
      this.#length -= known.length
    }
  }

  #slowest(): Arriving | undefined {
    const now = performance.now()
    const speed = ({ length, since }: Arriving) => length / (now - since)
    let slowest: Arriving | undefined
    for (const body of this.#arriving.values())
      if (slowest === undefined || speed(body) < speed(slowest)) slowest = body
    return slowest
  }
}

interface Arriving {
  length: number
  /** In milliseconds, as `performance.now` counts them. */
  readonly since: number
  readonly refuse: Refuse
}

type Refuse = (why: Unreadable) => void

const SLOWEST: Unreadable = {
  status: 408,
  detail: 'Too many bodies are held in memory, and this one was arriving slowest',
}

/** In bytes. Most bodies are no longer, and arrive at once. */
const UNCOUNTED = 16_384
