import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Connections } from './node-connections.ts'

/**
 * Closes each connection whose client takes nothing of its response for `timeout` milliseconds or somewhat longer,
 * because what waits for it is kept in memory. Regular checks find such a connection, so that a response sent at once
 * needs no timer.
 */
export function limitSending(server: Server, { lastRequests }: Connections, timeout: number): void {
  const looks = setInterval(
    () => {
      for (const socket of lastRequests.keys()) if (socket.writableLength > 0) watch(socket, timeout)
    },
    Math.min(timeout, MOST_DISTANCE),
  )
  server.once('close', () => clearInterval(looks))
  server.on('timeout', (socket) => {
    const last = lastRequests.get(socket)
    // A stream may be silent, and a handler slow. An idle connection that is kept ends by this event too.
    const isAnswering = last !== undefined && !last.isOver && socket.writableLength === 0
    if (!isAnswering) socket.destroy()
  })
}

/** Node's own timeout restarts whenever the client takes something. Node removes it at the end of the response. */
function watch(socket: Socket, timeout: number): void {
  if (socket.timeout === undefined || socket.timeout === 0) socket.setTimeout(timeout)
}

/** The most milliseconds between two checks. */
const MOST_DISTANCE = 5_000
