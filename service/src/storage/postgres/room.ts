import type { Socket } from 'node:net'

/** For how many milliseconds after a refused connection no more are requested. */
const fullFor = 10_000

/**
 * Limits how many operations run at once on the connections of a driver. There is no limit until the server refuses a
 * connection because there are too many. Then, for ten seconds, one operation runs on each existing connection while
 * the others wait. Without the limit, the driver would try the refused connection again for every operation that finds
 * the others busy, and fail that operation.
 */
export class Room {
  readonly #sockets = new Set<Socket>()
  readonly #waiting: (() => void)[] = []
  #inside = 0
  #fullUntil = 0
  #refused = 0

  /** Counts a connection for as long as it lasts. */
  add(socket: Socket): void {
    this.#sockets.add(socket)
  }

  /** Stops counting one connection that has ended; returns whether there was one. */
  forgetEnded(): boolean {
    const ended = [...this.#sockets].find(({ destroyed }) => destroyed)
    return ended !== undefined && this.#sockets.delete(ended)
  }

  /** Breaks off the connections that are left. */
  breakOff(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Resolves when it is the caller's turn, in the order of the calls. */
  async enter(): Promise<void> {
    if (this.#isFree()) this.#inside += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Ends the caller's turn. */
  leave(): void {
    this.#inside -= 1
    while (this.#waiting.length > 0 && this.#isFree()) {
      this.#inside += 1
      this.#waiting.shift()?.()
    }
  }

  /** To be called when the server refused a connection, which will be closed. */
  refuse(): void {
    this.#refused += 1
    this.#fullUntil = performance.now() + fullFor
  }

  /** To be called when a connection was closed; returns whether it was refused, and not lost. */
  lose(): boolean {
    // Several may close at the same time and be reported one by one.
    this.forgetEnded()
    if (this.#refused === 0) return false
    this.#refused -= 1
    return true
  }

  #isFree(): boolean {
    if (performance.now() >= this.#fullUntil) return true
    const connections = this.#sockets.size - this.#refused
    return connections <= 0 || this.#inside < connections
  }
}
