import type { Unreadable } from '../incoming.ts'
import type { HeldBytes } from '../joined-bytes.ts'

/**
 * The bodies of which a part waits in memory for the rest. Together they hold at most `limit` bytes. Beyond that the
 * slowest are refused, so that clients that stall cannot take the memory of all others. One alone is never refused.
 */
export class ArrivingBodies {
  readonly #limit: number
  readonly #bodies = new Map<HeldBytes, Arriving>()
  #length = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts what a body holds by now. `refuse` has to settle it. */
  count(held: HeldBytes, refuse: Refuse): void {
    if (held.length <= UNCOUNTED) return
    const known = this.#bodies.get(held)
    this.#length += held.length - (known?.length ?? 0)
    if (known === undefined) this.#bodies.set(held, { length: held.length, since: performance.now(), refuse })
    else known.length = held.length
    while (this.#length > this.#limit && this.#bodies.size > 1) this.#slowest()?.refuse(SLOWEST)
  }

  /** Counts a body no longer: it has arrived, or nobody waits for it. */
  settle(held: HeldBytes): void {
    if (held.length <= UNCOUNTED) return
    this.#length -= this.#bodies.get(held)?.length ?? 0
    this.#bodies.delete(held)
  }

  #slowest(): Arriving | undefined {
    const now = performance.now()
    const speed = ({ length, since }: Arriving) => length / (now - since)
    let slowest: Arriving | undefined
    for (const body of this.#bodies.values())
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
  detail: 'Too many bodies were arriving, of which this was the slowest',
}

/** In bytes. Most bodies are no longer, and arrive at once. */
const UNCOUNTED = 16_384
