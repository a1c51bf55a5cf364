import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { NodeIncoming } from './node-incoming.ts'

/**
 * Requests of one connection that are worked on at once. What is asked in one piece may be answered with a thousand times
 * as much, which waits in memory for a client that does not read it.
 */
const MOST_AT_ONCE = 8

/** Requests of one connection that wait before no more of it is read; whether its client is still there is not seen then. */
const MOST_WAITING = 64

/** Methods by which nothing is to be changed (RFC 9110 §9.2.1). */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Lets the requests of each connection begin, in order. At most {@link MOST_AT_ONCE} are worked on at once, and only where
 * all of their methods are safe (RFC 9112 §9.3.2): what is asked behind a change finds it done. The next ones wait for
 * their answers.
 */
export class RequestLines {
  readonly #lines = new WeakMap<Socket, RequestLine>()

  /** Calls `begin` for a request that came before the answer to `before` was out, unless its connection closes while it waits. */
  enter(incoming: NodeIncoming, before: NodeIncoming, { socket, begin }: Entry): void {
    const known = this.#lines.get(socket)
    const line = known ?? new RequestLine(socket, () => this.#lines.delete(socket))
    if (known === undefined) {
      this.#lines.set(socket, line)
      line.enter(before, () => undefined)
    }
    line.enter(incoming, begin)
  }

  /** Calls `then` when the request of a connection that came last has begun; false where it has already. */
  whenLastBegins(socket: Socket, then: () => void): boolean {
    return this.#lines.get(socket)?.whenLastBegins(then) ?? false
  }
}

interface Entry {
  readonly socket: Socket
  readonly begin: () => void
}

/** A request that waits. */
interface Waiting {
  readonly isSafe: boolean
  take: () => void
}

/** The requests of a connection whose answers are not out. While {@link MOST_WAITING} of them wait to begin, no more are read. */
class RequestLine {
  readonly #socket: Socket
  readonly #end: () => void
  readonly #waiting: Waiting[] = []
  #underWay = 0
  /** Whether all that are under way are safe. */
  #isSafe = true

  /** `end` is called when all answers are out. */
  constructor(socket: Socket, end: () => void) {
    this.#socket = socket
    this.#end = end
  }

  enter(incoming: NodeIncoming, begin: () => void): void {
    const isSafe = SAFE.has(incoming.method)
    const take = () => {
      this.#underWay += 1
      this.#isSafe = isSafe
      begin()
      incoming.whenOver(() => this.#leave())
    }
    if (this.#waiting.length === 0 && this.#admits(isSafe)) {
      take()
      return
    }
    // What stands around the work is that of its own request, not of the one whose answer is out.
    this.#waiting.push({ isSafe, take: AsyncResource.bind(take) })
    if (this.#waiting.length === MOST_WAITING) this.#hold()
  }

  whenLastBegins(then: () => void): boolean {
    const last = this.#waiting.at(-1)
    if (last === undefined) return false
    const { take } = last
    last.take = () => {
      take()
      then()
    }
    return true
  }

  #admits(isSafe: boolean): boolean {
    return this.#underWay === 0 || (this.#underWay < MOST_AT_ONCE && this.#isSafe && isSafe)
  }

  #leave(): void {
    this.#underWay -= 1
    if (this.#socket.destroyed) return
    for (
      let [next] = this.#waiting;
      next !== undefined && this.#admits(next.isSafe);
      [next] = this.#waiting
    ) {
      if (this.#waiting.length === MOST_WAITING) this.#release()
      this.#waiting.shift()
      next.take()
    }
    if (this.#underWay === 0) this.#end()
  }

  #hold(): void {
    // Node reads on wherever a body is read, or an answer is out.
    this.#socket.on('resume', this.#pause)
    this.#pause()
  }

  #release(): void {
    this.#socket.off('resume', this.#pause)
    this.#socket.resume()
  }

  readonly #pause = () => {
    this.#socket.pause()
  }
}
