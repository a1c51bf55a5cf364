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

/** Lets the slow requests of a client be answered, which say whose they are. */
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

/** The server's sides of connections, by the ports of their clients. */
const accepted = new Map<number | undefined, Socket>()
const accept = (message: unknown) => {
  const { socket } = Object(message)
  accepted.set(socket.remotePort, socket)
}

let server: RunningServer
before(async () => {
  subscribe('net.server.socket', accept)
  server = await serve(api, { port: 0, headersTimeout: 400, requestTimeout: 800 })
})
after(() => {
  unsubscribe('net.server.socket', accept)
  return server.close(0)
})

const BODY = 'x'.repeat(500_000)
const HEAD = `POST /length HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${BODY.length}\r\n\r\n`
const HALF = HEAD.slice(0, 9)
const HALVES = [HALF, HEAD.slice(9)] as const

/** How many slow requests come first; of eight that are worked on all others wait, of 72 no more is read. */
type Row = readonly [title: string, slow: number, pieces: readonly string[], status: number]

// table: what a client sends behind slow requests, the last piece once they are answered, and what it is answered.
const late: readonly Row[] = [
  ['half a head, its other half and a body', 72, [HALF, HALVES[1] + BODY, ''], 200],
  ['half a head, its other half and half a body', 72, [HALF, `${HALVES[1]}x`, ''], 408],
  ['half a head', 72, [HALF, '', ''], 408],
  ['a body', 8, [HEAD, BODY, ''], 200],
  ['a body whose last byte comes behind the answers', 8, [HEAD, BODY.slice(1), 'x'], 200],
  ['half a body', 8, [HEAD, 'x', ''], 408],
]

describe('what is late while a server does not read on has its time anew', { concurrency: true }, () => {
  for (const [title, slow, [first = '', second = '', third = ''], status] of late) {
    test(`behind ${slow} slow requests ${title}: ${status}`, async () => {
      const socket = connect(server.port, '127.0.0.1')
      const answered = textOn(socket)
      await once(socket, 'connect')
      const client = String(socket.localPort)
      const sent = `GET /slow?of=${client} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(slow) + first
      socket.write(sent)
      const taken = await takenWhole(socket, sent.length)
      socket.write(second)
      await lateness(taken)
      answerAll(client)
      socket.write(third)
      const statuses = (await answered).match(/(?<=HTTP\/1\.1 )\d+/g)
      assert.deepEqual(statuses, [...Array(slow).fill('200'), String(status)])
    })
  }
})

/** The server's side of a connection, once so many bytes of it were read. */
async function takenWhole({ localPort }: Socket, length: number): Promise<Socket> {
  for (;;) {
    const taken = accepted.get(localPort)
    if (taken !== undefined && taken.bytesRead >= length) return taken
    await nextTurn()
  }
}

/** Settles when Node says of a connection that its request is late. */
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
