import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Exchange } from '../exchange.ts'
import { BrokenRequest, type ParserError, remainsOf, unreadableOf } from './broken-request.ts'
import type { NodeIncoming } from './node-incoming.ts'
import { closeBehind, writeLastAnswer } from './node-last-answer.ts'

/** What each connection of a server asked last; undefined where it has not asked for anything yet. */
export type Connections = Map<Socket, NodeIncoming | undefined>

/** Keeps the connections of a server; whoever takes its requests sets them. */
export function trackConnections(server: Server): Connections {
  const connections: Connections = new Map()
  server.on('connection', (socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}

/**
 * Answers through the exchange what Node's parser refuses, behind the answers to what came before on the connection,
 * and closes it. Once for each connection: there is no next request behind a broken one.
 */
export function answerBroken(server: Server, exchange: Exchange, connections: Connections): void {
  const broken = new WeakSet<Socket>()
  const answer = (socket: Socket, request: BrokenRequest) => {
    if (socket.writable) exchange(request, (outgoing) => writeLastAnswer(socket, outgoing))
  }
  server.on('clientError', (error: Error & ParserError, socket: Socket) => {
    if (broken.has(socket)) return
    broken.add(socket)
    // Who asked for nothing is answered nothing: it would be taken for the answer to what is asked next.
    if (!socket.writable || socket.bytesRead === 0) return void socket.destroy()
    const last = connections.get(socket)
    const answerAlone = () => answer(socket, new BrokenRequest(socket, remainsOf(error)))
    if (last === undefined) answerAlone()
    else if (last.isWhole) last.whenOver(answerAlone)
    else {
      if (last.isAnswered) last.whenOver(() => closeBehind(socket))
      last.breakOff(unreadableOf(error))
    }
  })
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket: Socket) => {
    // Node has let go of the connection; a tunnel is not to be had.
    socket.on('error', () => undefined)
    const { origin } = headers
    const refuse = () => answer(socket, new BrokenRequest(socket, { method: 'CONNECT', path: url, origin }))
    const last = connections.get(socket)
    if (last === undefined) refuse()
    else last.whenOver(refuse)
  })
}

/** Takes no more connections and resolves when what was begun is answered; after `grace` milliseconds it is cut off. */
export async function closeConnections(
  server: Server,
  connections: Connections,
  grace: number,
): Promise<void> {
  // A connection becomes idle only when its answer is out, so idle ones are looked for until all are gone.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), grace)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // Node takes those that have not asked for anything yet for busy ones.
  for (const [socket, last] of connections) if (last === undefined) socket.destroy()
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
