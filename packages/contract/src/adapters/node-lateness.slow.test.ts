import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { integer, string } from '@postern/model'
import { textOn } from '../../test/socket.ts'
import { contract, implement, raw, routes } from '../index.ts'
import { type RunningServer, serve } from './node.ts'

/** Lets the slow requests of one client, which name it, get their responses. */
const gate = new EventEmitter()
const { get, post } = routes()
const api = implement(
  contract({
    title: 'Lateness',
    version: '1',
    routes: {
      slow: get('/slow', { query: { of: string() }, response: integer() }),
      length: post('/length', { body: raw(), response: integer() }),
    },
  }),
  {
    slow: ({ query }) =>
      new Promise((resolve) => {
        gate.once(query.of, () => resolve(1))
        gate.emit('begin', query.of)
      }),
    length: ({ body }) => body.length,
  },
)

/** The server's ends of connections, by the ports of their clients. */
const accepted = new Map<number | undefined, Socket>()
const accept = (message: unknown) => {
  const { socket } = Object(message)
  accepted.set(socket.remotePort, socket)
}

const limits = { port: 0, headersTimeout: 1000, keepAliveTimeout: 60_000 }
const servers: Record<'hasty' | 'patient', RunningServer> = Object.create(null)
before(async () => {
  subscribe('net.server.socket', accept)
  servers.hasty = await serve(api, { ...limits, requestTimeout: 2000 })
  servers.patient = await serve(api, { ...limits, requestTimeout: 0 })
})
after(async () => {
  unsubscribe('net.server.socket', accept)
  await Promise.all(Object.values(servers).map((server) => server.close(0)))
})

const BODY = 'x'.repeat(500_000)
const HEAD = `POST /length HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${BODY.length}\r\n\r\n`
const HALF = HEAD.slice(0, 9)
const REST = HEAD.slice(9)
const KEPT = HEAD.replace('Connection: close\r\n', '')

/** A client of a server, and how many slow requests it has sent: behind 8 all others wait, behind 72 nothing more is read. */
interface Late {
  readonly title: string
  readonly server?: keyof typeof servers
  readonly slow: number
  /** What it sends after them while they are running, in two pieces. */
  readonly sent: readonly [string, string]
  /** What it sends after their responses. */
  readonly rest?: string
  /** What it sends later than that by more than the time limit of a request. */
  readonly last?: string
  /** The statuses of the responses after those of the slow requests. */
  readonly statuses: readonly string[]
}

const late: readonly Late[] = [
  { title: 'a head in two pieces and a body', slow: 72, sent: [HALF, REST + BODY], statuses: ['200'] },
  { title: 'a head in two pieces and half a body', slow: 72, sent: [HALF, `${REST}x`], statuses: ['408'] },
  { title: 'half a head', slow: 72, sent: [HALF, ''], statuses: ['408'] },
  { title: 'a body', slow: 8, sent: [HEAD, BODY], statuses: ['200'] },
  { title: 'a body in two pieces', slow: 8, sent: [HEAD, BODY.slice(1)], rest: 'x', statuses: ['200'] },
  { title: 'half a body', slow: 8, sent: [HEAD, 'x'], statuses: ['408'] },
  {
    title: 'a request in two pieces, and another one later',
    slow: 72,
    sent: [HALF, KEPT.slice(9) + BODY],
    last: HEAD + BODY,
    statuses: ['200', '200'],
  },
  {
    title: 'a head in two pieces, and a slow body without a time limit',
    server: 'patient',
    slow: 72,
    sent: [HALF, `${REST}x`],
    last: BODY.slice(1),
    statuses: ['200'],
  },
]

describe('a request that is late because the server was not reading gets its full time again', {
  concurrency: true,
}, () => {
  for (const { title, server = 'hasty', slow, sent, rest = '', last, statuses } of late) {
    test(`after ${slow} slow requests, ${title}: ${statuses.join(', ')}`, async () => {
      const { port } = servers[server]
      const socket = connect(port, '127.0.0.1')
      const answered = textOn(socket)
      await once(socket, 'connect')
      const client = String(socket.localPort)
      const first = `GET /slow?of=${client} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(slow) + sent[0]
      socket.write(first)
      const taken = await takenWhole(socket, first.length)
      socket.write(sent[1])
      await lateness(taken)
      answerAll(client)
      socket.write(rest)
      if (last !== undefined) {
        for (let waited = 0; waited < 3; waited++) await refusal(port)
        socket.write(last)
      }
      const received = (await answered).match(/(?<=HTTP\/1\.1 )\d+/g)
      assert.deepEqual(received, [...Array(slow).fill('200'), ...statuses])
    })
  }
})

/** The server's end of a connection, as soon as so many bytes of it were read. */
async function takenWhole({ localPort }: Socket, length: number): Promise<Socket> {
  for (;;) {
    const taken = accepted.get(localPort)
    if (taken !== undefined && taken.bytesRead >= length) return taken
    await nextTurn()
  }
}

/** Settles when Node reports that the request of a connection is late. */
function lateness(taken: Socket): Promise<void> {
  return new Promise((resolve) => {
    Object(taken).server.on('clientError', (_: Error, socket: Socket) => {
      if (socket === taken) resolve()
    })
  })
}

function answerAll(client: string): void {
  gate.on('begin', (begun) => {
    if (begun === client) setImmediate(() => gate.emit(client))
  })
  gate.emit(client)
}

/** Settles when a client that sends half a head is refused, so not before the time limit of a head. */
async function refusal(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => socket.write(HALF))
  assert.match(await textOn(socket), /^HTTP\/1\.1 408 /)
}
