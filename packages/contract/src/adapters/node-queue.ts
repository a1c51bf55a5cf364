import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { NodeIncoming } from './node-incoming.ts'

/**
 * How many requests of one connection are worked on at once. The responses to what fits in one packet may be a thousand
 * times as large, and wait in memory for a client that does not read them.
 */
const MOST_AT_ONCE = 8

/**
 * How many requests of one connection may wait before no more of it is read. While it is not read, the server does not
 * see whether its client is still there.
 */
const MOST_WAITING = 64

/** Methods that change nothing (RFC 9110 §9.2.1). */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Lets the requests of each connection begin, in order. At most {@link MOST_AT_ONCE} are worked on at once, and several
 * only if all their methods are safe (RFC 9112 §9.3.2): a request sent after a change finds the change done. The others
 * wait for the responses before them.
 */
export class RequestQueues {
  readonly #queues = new WeakMap<Socket, RequestQueue>()

  /**
   * Calls `begin` for a request that came before the response to `before` was sent, unless its connection closes while
   * it waits.
   */
  enter(incoming: NodeIncoming, before: NodeIncoming, { socket, begin }: Entry): void {
    const known = this.#queues.get(socket)
    const queue = known ?? new RequestQueue(socket, () => this.#queues.delete(socket))
    if (known === undefined) {
      this.#queues.set(socket, queue)
      queue.enter(before, () => undefined)
    }
    queue.enter(incoming, begin)
  }

  /** Calls `then` when the last request of a connection has begun. Returns false if it already has. */
  whenLastBegins(socket: Socket, then: () => void): boolean {
    return this.#queues.get(socket)?.whenLastBegins(then) ?? false
  }
}

interface Entry {
  readonly socket: Socket
  readonly begin: () => void
}

interface Waiting {
  readonly isSafe: boolean
  take: () => void
}

/**
 * The requests of a connection whose responses are not sent. While {@link MOST_WAITING} of them wait to begin, no more
 * are read.
 */
class RequestQueue {
  readonly #socket: Socket
  readonly #end: () => void
  readonly #waiting: Waiting[] = []
  #underWay = 0
  /** Whether all requests being worked on are safe. */
  #isSafe = true

  /** `end` is called when all responses are sent. */
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
    // The async context of the work is that of its own request, not of the one whose response was sent.
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
    // Behind a response that closes the connection nothing is carried out: no response could be sent (RFC 9112 §9.6).
    if (!this.#socket.writable) return
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
    // Node resumes reading whenever a body is read or a response is sent.
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
