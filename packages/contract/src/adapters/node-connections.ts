import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Exchange } from '../exchange.ts'
import { BrokenRequest, type ParserError, remainsOf, unreadableOf } from './broken-request.ts'
import type { NodeIncoming } from './node-incoming.ts'
import { closeBehind, writeLastAnswer } from './node-last-answer.ts'
import { judgeLate } from './node-lateness.ts'
import { RequestQueues } from './node-queue.ts'

/** The connections of a server. */
export interface Connections {
  /** The last request of each connection; undefined before its first. The code that accepts requests sets it. */
  readonly lastRequests: Map<Socket, NodeIncoming | undefined>
  /** Whether the server is closing: then no connection is kept after its response. */
  isClosing: boolean
  /** The requests that wait for others on their connection. */
  readonly queues: RequestQueues
}

/** Tracks the connections of a server. */
export function trackConnections(server: Server): Connections {
  const lastRequests: Connections['lastRequests'] = new Map()
  server.on('connection', (socket) => {
    lastRequests.set(socket, undefined)
    socket.once('close', () => lastRequests.delete(socket))
  })
  return { lastRequests, isClosing: false, queues: new RequestQueues() }
}

/**
 * Whether the response to this request must be the last on its connection, which it then tells the client (RFC 9112
 * §9.6). It must not be if a further request was made or is on its way: that one would be cut off.
 */
export function isLastAnswer(
  { lastRequests, isClosing }: Connections,
  incoming: NodeIncoming,
  socket: Socket,
): boolean {
  return isClosing && incoming.isWhole && lastRequests.get(socket) === incoming
}

/**
 * Answers through the exchange what Node's parser refuses, after the responses to earlier requests on the connection,
 * and closes the connection. Only once for each connection: no request follows a broken one.
 */
export function answerBroken(server: Server, exchange: Exchange, connections: Connections): void {
  const { lastRequests } = connections
  const broken = new WeakSet<Socket>()
  const answer = (socket: Socket, request: BrokenRequest) => {
    if (socket.writable) exchange(request, (outgoing) => writeLastAnswer(socket, outgoing))
  }
  const refuse = (error: Error & ParserError, socket: Socket) => {
    if (broken.has(socket)) return
    broken.add(socket)
    // A client that requested nothing gets nothing: it would take it for the response to its next request.
    if (!socket.writable || socket.bytesRead === 0) return void socket.destroy()
    const last = lastRequests.get(socket)
    const answerAlone = () => answer(socket, new BrokenRequest(socket, remainsOf(error)))
    if (last === undefined) answerAlone()
    else if (last.isWhole) last.whenOver(answerAlone)
    else {
      // Node would close it at once, and a client that is still sending would get no response.
      socket.destroySoon = () => closeBehind(socket)
      if (last.isAnswered) last.whenOver(() => closeBehind(socket))
      last.breakOff(unreadableOf(error))
    }
  }
  server.on('clientError', (error: Error & ParserError, socket: Socket) => {
    const refuseIt = () => refuse(error, socket)
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
      judgeLate(socket, { server, connections, refuse: refuseIt })
    else refuseIt()
  })
}

/**
 * Accepts no more connections, and resolves when requests in progress are answered. After `grace` milliseconds they are
 * cut off.
 */
export async function closeConnections(
  server: Server,
  connections: Connections,
  grace: number,
): Promise<void> {
  connections.isClosing = true
  // A connection becomes idle only when its response is sent, so idle ones are looked for until all are gone.
  const sweep = setInterval(() => closeUnused(server, connections), SWEEP_DISTANCE)
  const cut = setTimeout(() => server.closeAllConnections(), grace)
  await stopListening(server)
  clearInterval(sweep)
  clearTimeout(cut)
}

/**
 * How many milliseconds a closing server gives each connection for one more request. A client that keeps requesting
 * learns from the response that it is the last. If the connection were closed between two requests, the second would be
 * lost with it.
 */
const SWEEP_DISTANCE = 100

/** Resolves when no connection is left. */
function stopListening(server: Server): Promise<void> {
  const closeIdle = server.closeIdleConnections
  // Node would close idle connections at once, and lose what is on its way.
  server.closeIdleConnections = () => undefined
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections = closeIdle
  return closed
}

function closeUnused(server: Server, { lastRequests }: Connections): void {
  // Node considers a connection idle as soon as its response is written, however much of it is still being sent.
  const isAnswering = [...lastRequests.values()].some((last) => last !== undefined && !last.isOver)
  if (!isAnswering) server.closeIdleConnections()
  // Node considers connections without any request so far busy.
  for (const [socket, last] of lastRequests)
    if (last === undefined && socket.bytesRead === 0) socket.destroy()
}
