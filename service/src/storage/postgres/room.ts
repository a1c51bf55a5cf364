import type { Socket } from 'node:net'

/** For how many milliseconds after a refused connection no more are asked for. */
const fullFor = 10_000

/**
 * How much may be done at once with the connections of a driver: anything, until the server refuses it a connection
 * because there are too many; then, for ten seconds, one thing with each connection that it has, while the rest waits.
 * The driver would try a refused one again for whatever finds the others at work, and fail it.
 */
export class Room {
  readonly #sockets = new Set<Socket>()
  readonly #waiting: (() => void)[] = []
  #inside = 0
  #fullUntil = 0
  #refused = 0

  /** Counts a connection, for as long as it lasts. */
  add(socket: Socket): void {
    this.#sockets.add(socket)
  }

  /** Counts one no more that has ended; whether there is one that was counted until now. */
  forgetEnded(): boolean {
    const ended = [...this.#sockets].find(({ destroyed }) => destroyed)
    return ended !== undefined && this.#sockets.delete(ended)
  }

  /** Breaks off those that are left. */
  breakOff(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Resolves when it is the caller's turn; who came first goes first. */
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

  /** Is told that the server refused a connection, which will be closed. */
  refuse(): void {
    this.#refused += 1
    this.#fullUntil = performance.now() + fullFor
  }

  /** Is told that a connection was closed; answers whether it is one that was refused, and none that is lost. */
  lose(): boolean {
    // Several are closed at one moment, and told of one by one.
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
