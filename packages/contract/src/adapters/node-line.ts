import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { NodeIncoming } from './node-incoming.ts'

/**
 * Requests of one connection that are worked on at once. What is asked in one piece may be answered with a thousand times
 * as much, which waits in memory for a client that does not read it.
 */
const MOST_AT_ONCE = 8

/** Lets the requests of each connection begin, those that come before the answers to {@link MOST_AT_ONCE} others later. */
export class RequestLines {
  readonly #lines = new WeakMap<Socket, readonly NodeIncoming[]>()

  /** Calls `begin` for a request that came before the answer to `before` was out, unless its connection closes while it waits. */
  enter(incoming: NodeIncoming, before: NodeIncoming, { socket, begin }: Entry): void {
    const line = [...(this.#lines.get(socket) ?? [before]).filter(({ isOver }) => !isOver), incoming]
    this.#lines.set(socket, line)
    // Answers go out in order: when this one has, no more than so many are left before the request.
    const awaited = line.at(-1 - MOST_AT_ONCE)
    if (awaited === undefined) {
      begin()
      return
    }
    // What stands around the work is that of its own request, not of the one whose answer is out.
    const beginHere = AsyncResource.bind(begin)
    awaited.whenOver(() => socket.destroyed || beginHere())
  }
}

interface Entry {
  readonly socket: Socket
  readonly begin: () => void
}
