import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Connections } from './node-connections.ts'
import type { NodeIncoming } from './node-incoming.ts'

/** The server, its connections, and what to do with a connection on which a request is late. */
interface Terms {
  readonly server: Server
  readonly connections: Connections
  readonly refuse: () => void
}

/**
 * Refuses a request that is late on its connection, which Node reports once for each. Not while the last request waits
 * for others: then it is the server that does not read on, and the late one gets its full time when the other begins.
 */
export function judgeLate(socket: Socket, terms: Terms): void {
  const { server, connections, refuse } = terms
  const giveTime = () => void setTimeout(judgeAgain, server.requestTimeout || server.headersTimeout).unref()
  if (!connections.queues.whenLastBegins(socket, giveTime)) {
    refuse()
    return
  }
  const last = connections.lastRequests.get(socket)
  // If all of the last request has arrived, the late one is the next, which may not have begun.
  let late = last?.isWhole ? undefined : last
  last?.whenFollowed((next) => {
    late ??= next
  })

  function judgeAgain(): void {
    if (!hasCome(late, server)) judgeLate(socket, terms)
  }
}

/** Whether a request has come. Its body may take any time if nothing limits that. */
function hasCome(late: NodeIncoming | undefined, { requestTimeout }: Server): boolean {
  return late !== undefined && (late.isWhole || requestTimeout === 0)
}
