import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Connections } from './node-connections.ts'

/**
 * Closes each connection whose client takes nothing of its answer for `timeout` milliseconds, or somewhat longer: what waits for it
 * is held in memory. Looks find it, so that no answer is timed that is sent at once.
 */
export function limitSending(server: Server, { asked }: Connections, timeout: number): void {
  const looks = setInterval(
    () => {
      for (const socket of asked.keys()) if (socket.writableLength > 0) watch(socket, timeout)
    },
    Math.min(timeout, MOST_DISTANCE),
  )
  server.once('close', () => clearInterval(looks))
  server.on('timeout', (socket) => {
    const last = asked.get(socket)
    // A stream may well be silent, and a handler slow; a connection that is kept ends by this event too.
    const isAnswering = last !== undefined && !last.isOver && socket.writableLength === 0
    if (!isAnswering) socket.destroy()
  })
}

/** Node's own timeout begins anew with whatever the client takes. It takes it off with the end of the answer. */
function watch(socket: Socket, timeout: number): void {
  if (socket.timeout === undefined || socket.timeout === 0) socket.setTimeout(timeout)
}

/** Milliseconds between two looks. */
const MOST_DISTANCE = 5_000
