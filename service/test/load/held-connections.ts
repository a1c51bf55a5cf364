import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Connections that are held open, and their state. */
export interface HeldConnections extends Disposable {
  /** The number of connections that could not be opened. */
  readonly failed: number
  /** Returns how many the server has not closed yet. */
  readonly open: () => number
  /** Sends the same string on all open connections. */
  readonly write: (text: string) => void
  /** Resolves when the server has closed all of them, or after this many milliseconds. */
  readonly closedWithin: (milliseconds: number) => Promise<void>
}

/** Opens this many connections, sends `opening` on each and holds them, whatever the response. */
export async function holdConnections(
  origin: string,
  count: number,
  opening: string,
): Promise<HeldConnections> {
  const { hostname, port } = new URL(origin)
  const held = new Set<Socket>()
  let failed = 0
  const open = async () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => held.delete(socket))
    socket.on('close', () => held.delete(socket))
    socket.resume()
    try {
      await once(socket, 'connect')
      held.add(socket)
      if (opening !== '') socket.write(opening)
    } catch {
      failed++
    }
  }
  // As many at a time as fit in the queue of a listening socket.
  for (let made = 0; made < count; made += 500) {
    await Promise.all(Array.from({ length: Math.min(500, count - made) }, open))
  }
  return {
    failed,
    open: () => held.size,
    write: (text) => {
      for (const socket of held) socket.write(text)
    },
    closedWithin: async (milliseconds) => {
      const late = AbortSignal.timeout(milliseconds)
      const closings = [...held].map((socket) =>
        once(socket, 'close', { signal: late }).catch(() => undefined),
      )
      await Promise.all(closings)
    },
    [Symbol.dispose]: () => {
      for (const socket of held) socket.destroy()
    },
  }
}
