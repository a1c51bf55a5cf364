import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Exchange } from '../exchange.ts'
import { type Incoming, type Outgoing, REASONS } from '../incoming.ts'
import { abortedWith } from './aborted-with.ts'
import { createGroup } from './group.ts'
import { originForm } from './origin-form.ts'
import { type RunningServer, runningServer } from './running-server.ts'
import { discard, readSource, refuseIfRead } from './stream-reading.ts'
import { writeStream } from './stream-writing.ts'

export type { RunningServer }

/** A listener for `node:http`, or for a host that takes one (Express, Fastify, Next); mount it before body parsers. */
export function toNodeListener(api: { readonly exchange: Exchange }): RequestListener {
  const end = createEndings()
  return (request, response) => {
    api.exchange(new NodeIncoming(request, response), (outgoing) => {
      try {
        return send(response, outgoing, end)
      } catch (error) {
        // What Node refuses to write can only be cut off; a client must not wait for it.
        response.destroy()
        throw error
      }
    })
  }
}

/** Options of {@link serve}; times are in milliseconds. */
export interface ServeOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string
  /** Default 8000; 0 for any that is free. */
  readonly port?: number
  /** For a whole request to arrive. Default 30000. */
  readonly requestTimeout?: number
  /** For the request line and headers to arrive. Default 10000. */
  readonly headersTimeout?: number
  /** For an idle connection to be kept. Default 5000. */
  readonly keepAliveTimeout?: number
  /** The request line and headers together, in bytes; more is answered 431. Default 16384. */
  readonly maxHeaderSize?: number
}

/** Serves an api on Node; rejects where the address cannot be taken. */
export async function serve(
  api: { readonly exchange: Exchange },
  options: ServeOptions = {},
): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 8000, ...limits } = options
  const listener = toNodeListener(api)
  // An import would load Node's own fetch and WebSocket along with it: some 30 ms of every start.
  const { createServer } = process.getBuiltinModule('node:http')
  const server = createServer({ ...DEFAULTS, ...limits }, listener)
  // The interim answer is sent when the body is wanted, so that a refused request sends none.
  server.on('checkContinue', listener)
  const silent = trackSilent(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const taken = (server.address() as AddressInfo).port
  return runningServer(host, taken, (grace) => closeServer(server, silent, grace))
}

const DEFAULTS: ServerOptions = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
  connectionsCheckingInterval: 5_000,
  optimizeEmptyRequests: true,
}

/** The connections that have not asked for anything yet: Node takes them for busy ones. */
function trackSilent(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  for (const event of ['request', 'checkContinue']) server.on(event, ({ socket }) => silent.delete(socket))
  return silent
}

async function closeServer(server: Server, silent: ReadonlySet<Socket>, grace: number): Promise<void> {
  // A connection becomes idle only when its answer is out, so idle ones are looked for until all are gone.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), grace)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const socket of silent) socket.destroy()
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

class NodeIncoming implements Incoming {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #signal: AbortSignal | undefined

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request
    this.#response = response
    this.method = request.method ?? 'GET'
    const target = originForm(request.url ?? '/')
    const mark = target.indexOf('?')
    this.path = mark === -1 ? target : target.slice(0, mark)
    this.query = mark === -1 ? '' : target.slice(mark + 1)
  }

  get scheme(): 'http' | 'https' {
    return 'encrypted' in this.#request.socket && this.#request.socket.encrypted === true ? 'https' : 'http'
  }

  get remoteAddress(): string | undefined {
    return this.#request.socket.remoteAddress
  }

  get signal(): AbortSignal {
    this.#signal ??= abortedWith(this.#response)
    return this.#signal
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name]
    return typeof value === 'object' ? value.join(', ') : value
  }

  headerLines(name: string): readonly string[] {
    const { rawHeaders } = this.#request
    return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
  }

  readBody(limit: number, done: (body: Uint8Array | 'too-large' | 'aborted') => void): void {
    const request = this.#request
    const declared = this.header('content-length')
    const coding = this.header('transfer-encoding')
    if (coding === undefined && (declared === undefined || declared === '0')) {
      done(EMPTY)
      return
    }
    refuseIfRead(request)
    if (Number(declared ?? 0) > limit) {
      discard(request)
      done('too-large')
      return
    }
    if (this.header('expect') !== undefined) this.#response.writeContinue()
    collect(request, limit, done)
  }

  stream(): ReadableStream<Uint8Array> {
    const body = readSource(this.#request, this.#response)
    if (this.header('expect') !== undefined) this.#response.writeContinue()
    return body
  }
}

const EMPTY = new Uint8Array()

function collect(
  request: IncomingMessage,
  limit: number,
  done: (body: Uint8Array | 'too-large' | 'aborted') => void,
): void {
  const chunks: Uint8Array[] = []
  let length = 0
  let isDone = false
  const finish = (body: Uint8Array | 'too-large' | 'aborted') => {
    if (isDone) return
    isDone = true
    done(body)
  }
  request.on('data', (chunk: Uint8Array) => {
    length += chunk.length
    if (length <= limit) chunks.push(chunk)
    else if (!isDone) {
      discard(request)
      finish('too-large')
    }
  })
  request.on('end', () => finish(chunks.length === 1 ? (chunks[0] ?? EMPTY) : Buffer.concat(chunks, length)))
  request.on('close', () => finish('aborted'))
}

/** Ends a response with its body, if it has one. */
type End = (response: ServerResponse, body?: string | Uint8Array, encoding?: BufferEncoding) => void

/** Ends the responses of one turn of the event loop together, at its end; a client that waits for several is woken once. */
function createEndings(): End {
  const add = createGroup((end: () => void) => end(), setImmediate)
  return (response, body, encoding = 'utf8') => add(() => void response.end(body, encoding))
}

function send(response: ServerResponse, outgoing: Outgoing, end: End): number {
  const { status, body } = outgoing
  if (body instanceof ReadableStream) return sendStream(response, outgoing, body)
  const bytes = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
  const length = status === 204 || status === 304 ? [] : ['content-length', String(bytes)]
  response.writeHead(status, REASONS[status], outgoing.headers.concat(length))
  if (body === null || bytes === 0 || response.req.method === 'HEAD') end(response)
  // One write: header and body go together only where the body is a string, and Latin-1 needs no encoder.
  else if (typeof body === 'string') end(response, body, bytes === body.length ? 'latin1' : 'utf8')
  else end(response, body)
  return bytes
}

function sendStream(
  response: ServerResponse,
  { status, headers }: Outgoing,
  body: ReadableStream<Uint8Array>,
): number {
  response.writeHead(status, REASONS[status], [...headers])
  if (response.req.method === 'HEAD') {
    response.end()
    body.cancel().catch(() => undefined)
  } else void writeStream(body, response)
  return 0
}
