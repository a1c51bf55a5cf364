import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from '../exchange.ts'
import type { Unreadable } from '../incoming.ts'
import { LONGEST_TIMEOUT } from '../longest-timeout.ts'
import { ONLY_HTTP_1 } from './broken-request.ts'
import { codingFault } from './coding-fault.ts'
import { closeWithStream } from './cut-off.ts'
import { HeldBodies } from './held-bodies.ts'
import { hostFault } from './host-fault.ts'
import { listeningError, reviewServing } from './listening.ts'
import { createAnswering } from './node-answering.ts'
import { answerBroken, closeConnections, trackConnections } from './node-connections.ts'
import { type IncomingTerms, linesOf, NodeIncoming } from './node-incoming.ts'
import { defaultBodiesLimit, MAX_HEADER_SIZE, REQUEST_TIMEOUT, reviewLimits } from './node-limits.ts'
import { createMessageClass } from './node-message.ts'
import { limitSending } from './node-sending-limit.ts'
import { requireApi } from './required-api.ts'
import { type RunningServer, runningServer } from './running-server.ts'

export type { RunningServer }

/**
 * Returns a listener for `node:http` or `node:http2`, or for a host that takes one (Express, Fastify, Next). Mount it
 * before body parsers. A host tells a client that waits for 100 to continue, as Node does by default.
 */
export function toNodeListener(api: { readonly exchange: Exchange }): RequestListener {
  requireApi(api)
  const answer = createAnswering(api.exchange)
  const bodies = new HeldBodies(defaultBodiesLimit())
  return (request, response) => {
    closeWithStream(response)
    // The host decides whether a Host header may be missing; some hosts create their requests themselves.
    const unreadable = headFault(request, true)
    answer(new NodeIncoming(request, response, { bodies, unreadable }), response)
  }
}

/** Options of {@link serve}; times are in milliseconds. */
export interface ServeOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string
  /** Default 8000; 0 for any free port. */
  readonly port?: number
  /** How long a whole request may take to arrive. Default 30000; 0 for ever. */
  readonly requestTimeout?: number
  /**
   * How long the request line and headers may take to arrive; at most `requestTimeout`. Default 10000, or
   * `requestTimeout` if that is less.
   */
  readonly headersTimeout?: number
  /** How long an idle connection is kept. Default 5000; 0 for ever. */
  readonly keepAliveTimeout?: number
  /**
   * How long a client may take nothing of a response that waits for it. Its connection is then closed, at the latest
   * when that time has passed once more. Default 30000; 0 for ever.
   */
  readonly sendTimeout?: number
  /**
   * The most bytes of the request line and headers together, without the separators between them. More than that, or
   * more than 1000 headers, is answered with 431. Default 16384.
   */
  readonly maxHeaderSize?: number
  /**
   * The most bytes of bodies that may be held in memory together; a body counts until its response is sent. Beyond
   * that, the slowest of those that are still arriving are answered with 408. A body of up to 16 KiB is not counted, nor
   * is a multipart form, or what a handler reads as a stream. Default: an eighth of the memory that the process may use.
   */
  readonly bodiesLimit?: number
}

/**
 * Serves an api on Node. Rejects if the address cannot be used. What Node's own parser refuses (400, 408, 413, 431) is
 * answered by the api too: in its error dialect, with the policy's grants, and reported to its observers. A request
 * with `Upgrade` is answered like any other; the parser drops what comes in one packet after it.
 */
export async function serve(
  api: { readonly exchange: Exchange },
  options: ServeOptions = {},
): Promise<RunningServer> {
  requireApi(api)
  reviewServing(options, TAKEN)
  const {
    host = '127.0.0.1',
    port = 8000,
    sendTimeout = 30_000,
    bodiesLimit = defaultBodiesLimit(),
  } = options
  const limits = limitsOf(options)
  // An import would also load Node's fetch and WebSocket, some 30 ms at every start.
  const { createServer, IncomingMessage } = process.getBuiltinModule('node:http')
  const server = createServer({
    ...FIXED,
    ...limits,
    connectionsCheckingInterval: checkingInterval(limits),
    IncomingMessage: createMessageClass(IncomingMessage),
  })
  const connections = trackConnections(server)
  const answer = createAnswering(api.exchange, connections)
  const bodies = new HeldBodies(bodiesLimit)
  const accept = (request: IncomingMessage, response: ServerResponse, terms: IncomingTerms) => {
    const incoming = new NodeIncoming(request, response, terms)
    const { socket } = request
    const before = connections.lastRequests.get(socket)
    // What comes after the last response is not carried out: its client would never learn of it (RFC 9112 §9.6).
    if (before?.isLast) return
    connections.lastRequests.set(socket, incoming)
    before?.followedBy(incoming)
    if (before === undefined || before.isOver) answer(incoming, response)
    else connections.queues.enter(incoming, before, { socket, begin: () => answer(incoming, response) })
  }
  server.on('request', (request, response) => {
    accept(request, response, { bodies, unreadable: ownHeadFault(request) })
  })
  server.on('checkContinue', (request, response) => {
    accept(request, response, { bodies, unreadable: ownHeadFault(request), awaitsContinue: true })
  })
  server.on('checkExpectation', (request, response) =>
    accept(request, response, { bodies, unreadable: UNEXPECTED }),
  )
  answerBroken(server, api.exchange, connections)
  await new Promise<void>((resolve, reject) => {
    // Not once: if a connection cannot be accepted later on, for lack of memory for example, the others continue.
    server.on('error', (error) => reject(listeningError(error, { host, port })))
    server.listen(port, host, resolve)
  })
  if (sendTimeout !== 0) limitSending(server, connections, sendTimeout)
  const taken = (server.address() as AddressInfo).port
  return runningServer(host, taken, (grace) => closeConnections(server, connections, grace))
}

const UNEXPECTED: Unreadable = { status: 417, detail: 'Only the expectation 100-continue is supported' }

/** Like `headFault`, for what Node's HTTP/1 parser read: it accepts a request line of HTTP/2 as well. */
function ownHeadFault(request: IncomingMessage): Unreadable | undefined {
  return request.httpVersionMajor === 1 ? headFault(request) : ONLY_HTTP_1
}

function headFault(
  request: IncomingMessage,
  isHostOptional = request.httpVersion !== '1.1',
): Unreadable | undefined {
  return (
    hostFault(linesOf(request, 'host'), isHostOptional) ?? codingFault(request.headers['transfer-encoding'])
  )
}

const TAKEN = {
  names: {
    host: true,
    port: true,
    requestTimeout: true,
    headersTimeout: true,
    keepAliveTimeout: true,
    sendTimeout: true,
    maxHeaderSize: true,
    bodiesLimit: true,
  } satisfies Record<keyof ServeOptions, true>,
  times: ['requestTimeout', 'headersTimeout', 'keepAliveTimeout', 'sendTimeout'],
  longest: LONGEST_TIMEOUT,
  review: reviewLimits,
}

const FIXED = {
  // Node would send a bare response of its own.
  requireHostHeader: false,
  optimizeEmptyRequests: true,
} satisfies ServerOptions

/** A server that only shortens `requestTimeout` also means the head: Node refuses a head timeout that is longer. */
function limitsOf({ requestTimeout = REQUEST_TIMEOUT, ...given }: ServeOptions) {
  return {
    requestTimeout,
    headersTimeout: given.headersTimeout ?? Math.min(10_000, requestTimeout || 10_000),
    keepAliveTimeout: given.keepAliveTimeout ?? 5_000,
    maxHeaderSize: given.maxHeaderSize ?? MAX_HEADER_SIZE,
  }
}

/** Returns how often Node checks for late requests: every five seconds, or as often as the shortest limit needs. */
function checkingInterval({ headersTimeout, requestTimeout }: ReturnType<typeof limitsOf>): number {
  return Math.min(5_000, ...[headersTimeout, requestTimeout].filter((limit) => limit > 0))
}
