import { connect, createServer, type Socket } from 'node:net'
import { listen } from '../../../../scripts/listen.ts'

/** A pooler in front of a server. */
export type TestPooler = {
  /** The URL with the pooler in place of its host. */
  readonly url: string
  /** How many connections it has from clients. */
  readonly clients: number
  close(): void
}

/** A connection to the server: it belongs to one client for a transaction, and then to the next one that needs it. */
type Line = { readonly socket: Socket; client: Client | undefined }

type Client = {
  readonly socket: Socket
  line: Line | undefined
  /** Whole messages that wait for a line. */
  waiting: Buffer[]
  /** How many responses are still to come. */
  pending: number
  /** Whether messages were sent since the last one that requests a response. */
  isAmid: boolean
}

type TestPoolerOptions = { readonly mostClients?: number; readonly pooling?: 'transaction' | 'statement' }

/**
 * Starts a pooler that pools by transaction and does not support prepared statements, like PgBouncer before 1.21 or
 * with `max_prepared_statements = 0`. The next client gets the line that has been free for longest. The pooler drops
 * `statement_timeout` from a client's startup message, and refuses more than `mostClients` clients. With
 * `pooling: 'statement'` it ends each connection on which a transaction begins.
 */
export async function startTestPooler(
  url: string,
  { mostClients = Number.POSITIVE_INFINITY, pooling = 'transaction' }: TestPoolerOptions = {},
): Promise<TestPooler> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const pool: Pool = { free: [], waiting: [], allowsTransactions: pooling === 'transaction' }
  let clients = 0
  const server = createServer((socket) => {
    clients += 1
    socket.on('close', () => {
      clients -= 1
    })
    if (clients > mostClients) {
      refuse(socket)
      return
    }
    const line: Line = { socket: connect(Number(port), hostname), client: undefined }
    const client: Client = { socket, line, waiting: [], pending: 1, isAmid: false }
    line.client = client
    for (const one of [socket, line.socket]) {
      sockets.add(one)
      one.setNoDelay().on('error', () => undefined)
    }
    socket.on('data', readClient(pool, client))
    line.socket.on('data', readServer(pool, line))
  })
  return {
    url: url.replace(`:${port}/`, `:${await listen(server)}/`),
    get clients() {
      return clients
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function refuse(socket: Socket, reason = 'no more connections allowed (max_client_conn)'): void {
  socket.on('error', () => undefined).end(errorResponse(`SFATAL\0C08P01\0M${reason}\0\0`))
}

/** Returns an error of the protocol (ErrorResponse) with these fields. */
export function errorResponse(fields: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])
}

type Pool = { readonly free: Line[]; readonly waiting: Client[]; readonly allowsTransactions: boolean }

function readClient(pool: Pool, client: Client): (chunk: Buffer) => void {
  let hasBegun = false
  return messagesOf(({ type, bytes }) => {
    if (type === 'X') return
    client.waiting.push(hasBegun ? bytes : withoutTimeout(bytes))
    hasBegun = true
    if (client.line) sendWaiting(client)
    else if (!pool.waiting.includes(client)) pool.waiting.push(client)
    serveNext(pool)
  }, true)
}

function readServer(pool: Pool, line: Line): (chunk: Buffer) => void {
  return messagesOf(({ type, bytes }) => {
    const { client } = line
    if (client !== undefined && !pool.allowsTransactions && type === 'Z' && statusOf(bytes) === 'T') {
      refuse(client.socket, 'transaction blocks not allowed in statement pooling mode')
      line.socket.destroy()
      return
    }
    client?.socket.write(bytes)
    if (client === undefined || type !== 'Z') return
    client.pending -= 1
    if (client.pending > 0 || client.isAmid || statusOf(bytes) !== 'I') return
    client.line = undefined
    line.client = undefined
    pool.free.push(line)
    serveNext(pool)
  })
}

/** Returns the state of a server that is ready: idle or in a transaction. */
function statusOf(bytes: Buffer): string {
  return String.fromCharCode(bytes[5] ?? 0)
}

function serveNext({ free, waiting }: Pool): void {
  for (;;) {
    const [client] = waiting
    const [line] = free
    if (client === undefined || line === undefined) return
    waiting.shift()
    free.shift()
    client.line = line
    line.client = client
    sendWaiting(client)
  }
}

/** Sends the client's waiting messages on its line. */
function sendWaiting(client: Client): void {
  for (const message of client.waiting.splice(0)) {
    const type = String.fromCharCode(message[0] ?? 0)
    const isRequest = type === 'S' || type === 'Q'
    if (isRequest) client.pending += 1
    client.isAmid = !isRequest && /[PDBECH]/.test(type)
    client.line?.socket.write(message)
  }
}

type Message = { readonly type: string; readonly bytes: Buffer }

/** Splits what arrives into messages: a letter, a length and the content; a client's first message has no letter. */
function messagesOf(onMessage: (message: Message) => void, beginsBare = false): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let isBare = beginsBare
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const letters = isBare ? 0 : 1
      if (rest.length < letters + 4) return
      const length = letters + rest.readUInt32BE(letters)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      const type = isBare ? '' : String.fromCharCode(bytes[0] ?? 0)
      rest = rest.subarray(length)
      isBare = false
      onMessage({ type, bytes })
    }
  }
}

/** Returns a startup message as a pooler that ignores `statement_timeout` passes it on. */
export function withoutTimeout(message: Buffer): Buffer {
  const passed = Buffer.from(message.toString('latin1').replace(/statement_timeout\0\d+\0/, ''), 'latin1')
  if (passed.length === message.length) return message
  passed.writeInt32BE(passed.length)
  return passed
}
