import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Exchange } from '../exchange.ts'
import { BrokenRequest, type ParserError, remainsOf, unreadableOf } from './broken-request.ts'
import type { NodeIncoming } from './node-incoming.ts'
import { closeBehind, writeLastAnswer } from './node-last-answer.ts'
import { judgeLate } from './node-lateness.ts'
import { RequestLines } from './node-line.ts'

/** The connections of a server. */
export interface Connections {
  /** What each of them asked last; undefined where it has not asked for anything yet. Whoever takes the requests sets it. */
  readonly asked: Map<Socket, NodeIncoming | undefined>
  /** Whether the server closes: none of them is kept behind its answer then. */
  isClosing: boolean
  /** Their requests that wait for others. */
  readonly lines: RequestLines
}

/** Keeps the connections of a server. */
export function trackConnections(server: Server): Connections {
  const asked: Connections['asked'] = new Map()
  server.on('connection', (socket) => {
    asked.set(socket, undefined)
    socket.once('close', () => asked.delete(socket))
  })
  return { asked, isClosing: false, lines: new RequestLines() }
}

/**
 * Whether the answer to this request is to be the last one on its connection, which tells the client so (RFC 9112 §9.6).
 * Behind it nothing more may have been asked or be on its way: that would be cut off.
 */
export function isLastAnswer(
  { asked, isClosing }: Connections,
  incoming: NodeIncoming,
  socket: Socket,
): boolean {
  return isClosing && incoming.isWhole && asked.get(socket) === incoming
}

/**
 * Answers through the exchange what Node's parser refuses, behind the answers to what came before on the connection,
 * and closes it. Once for each connection: there is no next request behind a broken one.
 */
export function answerBroken(server: Server, exchange: Exchange, connections: Connections): void {
  const { asked } = connections
  const broken = new WeakSet<Socket>()
  const answer = (socket: Socket, request: BrokenRequest) => {
    if (socket.writable) exchange(request, (outgoing) => writeLastAnswer(socket, outgoing))
  }
  const refuse = (error: Error & ParserError, socket: Socket) => {
    if (broken.has(socket)) return
    broken.add(socket)
    // Who asked for nothing is answered nothing: it would be taken for the answer to what is asked next.
    if (!socket.writable || socket.bytesRead === 0) return void socket.destroy()
    const last = asked.get(socket)
    const answerAlone = () => answer(socket, new BrokenRequest(socket, remainsOf(error)))
    if (last === undefined) answerAlone()
    else if (last.isWhole) last.whenOver(answerAlone)
    else {
      // Node would close it at once, and a client that still sends would have no answer.
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

/** Takes no more connections and resolves when what was begun is answered; after `grace` milliseconds it is cut off. */
export async function closeConnections(
  server: Server,
  connections: Connections,
  grace: number,
): Promise<void> {
  connections.isClosing = true
  // A connection becomes idle only when its answer is out, so idle ones are looked for until all are gone.
  const sweep = setInterval(() => closeUnused(server, connections), SWEEP_DISTANCE)
  const cut = setTimeout(() => server.closeAllConnections(), grace)
  await stopListening(server)
  clearInterval(sweep)
  clearTimeout(cut)
}

/**
 * Milliseconds that a closing server gives each connection to ask once more. Who asks again and again learns by the answer
 * that it is the last one; closed between two requests, the connection would take the second with it.
 */
const SWEEP_DISTANCE = 100

/** Resolves when no connection is left. */
function stopListening(server: Server): Promise<void> {
  const closeIdle = server.closeIdleConnections
  // Node would close the idle ones at once, and with them what is on its way.
  server.closeIdleConnections = () => undefined
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections = closeIdle
  return closed
}

function closeUnused(server: Server, { asked }: Connections): void {
  // Node takes a connection for idle as soon as its answer is written, however much of it is on its way.
  const isAnswering = [...asked.values()].some((last) => last !== undefined && !last.isOver)
  if (!isAnswering) server.closeIdleConnections()
  // Node takes those that have not asked for anything yet for busy ones.
  for (const [socket, last] of asked) if (last === undefined && socket.bytesRead === 0) socket.destroy()
}
