import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from '../exchange.ts'
import type { Unreadable } from '../incoming.ts'
import { LONGEST_TIMEOUT } from '../longest-timeout.ts'
import { ONLY_HTTP_1 } from './broken-request.ts'
import { codingFault } from './coding-fault.ts'
import { closeWithStream } from './cut-off.ts'
import { hostFault } from './host-fault.ts'
import { listeningError, reviewServing } from './listening.ts'
import { createAnswering } from './node-answering.ts'
import { answerBroken, closeConnections, trackConnections } from './node-connections.ts'
import { linesOf, NodeIncoming, type RequestHead } from './node-incoming.ts'
import { MAX_HEADER_SIZE, REQUEST_TIMEOUT, reviewLimits } from './node-limits.ts'
import { createMessageClass } from './node-message.ts'
import { limitSending } from './node-sending-limit.ts'
import { requireApi } from './required-api.ts'
import { type RunningServer, runningServer } from './running-server.ts'

export type { RunningServer }

/** A listener for `node:http` or `node:http2`, or for a host that takes one (Express, Fastify, Next); mount it before body parsers. A host
 *  tells a client that waits for 100 to go on, as Node does by itself. */
export function toNodeListener(api: { readonly exchange: Exchange }): RequestListener {
  requireApi(api)
  const answer = createAnswering(api.exchange)
  return (request, response) => {
    closeWithStream(response)
    // Whether a Host may be missing is the host's to say; some make their requests themselves.
    const unreadable = headFault(request, true)
    answer(new NodeIncoming(request, response, { unreadable }), response)
  }
}

/** Options of {@link serve}; times are in milliseconds. */
export interface ServeOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string
  /** Default 8000; 0 for any that is free. */
  readonly port?: number
  /** For a whole request to arrive. Default 30000; 0 for ever. */
  readonly requestTimeout?: number
  /** For the request line and headers to arrive; not more than `requestTimeout`. Default 10000, or `requestTimeout` where that is less. */
  readonly headersTimeout?: number
  /** For an idle connection to be kept. Default 5000; 0 for ever. */
  readonly keepAliveTimeout?: number
  /** For a client to take anything more of an answer that waits for it: its connection is closed then, or when that time has passed once
   *  more. Default 30000; 0 for ever. */
  readonly sendTimeout?: number
  /** The request line and headers together, in bytes, without what stands between them; more, or more than 1000 headers, is answered 431.
   *  Default 16384. */
  readonly maxHeaderSize?: number
}

/**
 * Serves an api on Node; rejects where the address cannot be taken. What Node's own parser refuses (400, 408, 413, 431)
 * is answered by the api as well: in its error dialect, with the policy's grants, and told to its observers. That parser drops
 * what comes in one packet behind a request with `Upgrade`, which is answered as any other.
 */
export async function serve(
  api: { readonly exchange: Exchange },
  options: ServeOptions = {},
): Promise<RunningServer> {
  requireApi(api)
  reviewServing(options, TAKEN)
  const { host = '127.0.0.1', port = 8000, sendTimeout = 30_000 } = options
  const limits = limitsOf(options)
  // An import would load Node's own fetch and WebSocket along with it: some 30 ms of every start.
  const { createServer, IncomingMessage } = process.getBuiltinModule('node:http')
  const server = createServer({
    ...FIXED,
    ...limits,
    connectionsCheckingInterval: checkingInterval(limits),
    IncomingMessage: createMessageClass(IncomingMessage),
  })
  const connections = trackConnections(server)
  const answer = createAnswering(api.exchange, connections)
  const listen = (request: IncomingMessage, response: ServerResponse, head: RequestHead) => {
    const incoming = new NodeIncoming(request, response, head)
    const { socket } = request
    const before = connections.asked.get(socket)
    // What comes behind the last answer is not carried out: its client would never learn of it (RFC 9112 §9.6).
    if (before?.isLast) return
    connections.asked.set(socket, incoming)
    before?.followedBy(incoming)
    if (before === undefined || before.isOver) answer(incoming, response)
    else connections.lines.enter(incoming, before, { socket, begin: () => answer(incoming, response) })
  }
  server.on('request', (request, response) => {
    listen(request, response, { unreadable: ownHeadFault(request) })
  })
  server.on('checkContinue', (request, response) => {
    listen(request, response, { unreadable: ownHeadFault(request), awaitsContinue: true })
  })
  server.on('checkExpectation', (request, response) => listen(request, response, { unreadable: UNEXPECTED }))
  answerBroken(server, api.exchange, connections)
  await new Promise<void>((resolve, reject) => {
    // Not once: where a connection cannot be taken later on, as for want of memory, the others go on.
    server.on('error', (error) => reject(listeningError(error, { host, port })))
    server.listen(port, host, resolve)
  })
  if (sendTimeout !== 0) limitSending(server, connections, sendTimeout)
  const taken = (server.address() as AddressInfo).port
  return runningServer(host, taken, (grace) => closeConnections(server, connections, grace))
}

const UNEXPECTED: Unreadable = { status: 417, detail: 'Nothing but 100-continue may be expected' }

/** As `headFault`, of what Node's parser of HTTP/1 read: it takes a request line of HTTP/2 as well. */
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
  } satisfies Record<keyof ServeOptions, true>,
  times: ['requestTimeout', 'headersTimeout', 'keepAliveTimeout', 'sendTimeout'],
  longest: LONGEST_TIMEOUT,
  review: reviewLimits,
}

const FIXED = {
  // Node's own answer would be a bare one.
  requireHostHeader: false,
  optimizeEmptyRequests: true,
} satisfies ServerOptions

/** A server that only shortens `requestTimeout` means the head too: Node refuses a head that may take longer. */
function limitsOf({ requestTimeout = REQUEST_TIMEOUT, ...given }: ServeOptions) {
  return {
    requestTimeout,
    headersTimeout: given.headersTimeout ?? Math.min(10_000, requestTimeout || 10_000),
    keepAliveTimeout: given.keepAliveTimeout ?? 5_000,
    maxHeaderSize: given.maxHeaderSize ?? MAX_HEADER_SIZE,
  }
}

/** How often Node looks for requests that are late: every five seconds, or as often as the shortest limit needs. */
function checkingInterval({ headersTimeout, requestTimeout }: ReturnType<typeof limitsOf>): number {
  return Math.min(5_000, ...[headersTimeout, requestTimeout].filter((limit) => limit > 0))
}
