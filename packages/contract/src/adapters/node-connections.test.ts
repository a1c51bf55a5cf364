import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { constants } from 'node:os'
import { after, test } from 'node:test'
import { integer } from '@postern/model'
import { nextAccepted } from '../../test/accepted.ts'
import { halvedStream } from '../../test/halved-stream.ts'
import { open, textOn } from '../../test/socket.ts'
import { countTimers } from '../../test/timers.ts'
import { contract, type HandlerRequest, implement, rawReply, routes } from '../index.ts'
import { type ServeOptions, serve } from './node.ts'

const gate = new EventEmitter()
let made = 0
/** The statuses of all responses. */
let statuses: number[] = []
const { get, post } = routes()
const api = implement(
  contract({
    title: 'Connections',
    version: '1',
    routes: {
      make: post('/make', { response: integer() }),
      slow: get('/slow', { response: integer() }),
      early: post('/slow', { response: integer() }),
      halved: post('/halved', { mediaType: 'text/plain' }),
      long: get('/long', { mediaType: 'application/octet-stream' }),
    },
  }),
  {
    long: () => rawReply(longStream()),
    make: () => ++made,
    slow: ({ request }) => answerLater(request),
    early: ({ request }) => answerLater(request),
    halved: () => rawReply(halvedStream(gate, ['one', 'two'])),
  },
  { onAnswer: ({ status }) => statuses.push(status) },
)

function answerLater(request: HandlerRequest): Promise<number> {
  return new Promise((resolve) => {
    request.whenGone(() => gate.emit('gone'))
    gate.once('release', () => resolve(1))
    gate.emit('begin')
  })
}

/** More than the buffers of a connection hold, in pieces that each wait for room. */
function longStream(): ReadableStream<Uint8Array> {
  let left = LONG / PIECE
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(PIECE))
      left -= 1
      if (left === 0) controller.close()
    },
  })
}
const PIECE = 65_536
const LONG = 64 * PIECE

/** So long that a test that waits for it would fail. */
const FOR_EVER = 2 ** 30
const limits = { timeout: 30_000 }
const start = (options: ServeOptions = {}) => serve(api, { port: 0, keepAliveTimeout: FOR_EVER, ...options })

const server = await start()
after(() => server.close(0))

const MAKE = 'POST /make HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n'
const SLOW = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
const TUNNEL = 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n'

// table: the options of a server, and its time limits: for a request, for its head, and between two requests.
const times: readonly (readonly [options: ServeOptions, request: number, head: number, idle: number])[] = [
  [{}, 30_000, 10_000, 5_000],
  [{ requestTimeout: 4_000 }, 4_000, 4_000, 5_000],
  [{ requestTimeout: 0 }, 0, 10_000, 5_000],
  [{ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 0 }, 60_000, 20_000, 0],
]

for (const [options, ...expected] of times) {
  test(`a server of ${JSON.stringify(options)} limits its connections to ${expected} ms`, async () => {
    const limited = await serve(api, { port: 0, ...options })
    const accepted = nextAccepted()
    const socket = open(limited, MAKE)
    await once(socket, 'data')
    const { requestTimeout, headersTimeout, keepAliveTimeout } = serverOf(await accepted)
    assert.deepEqual([requestTimeout, headersTimeout, keepAliveTimeout], expected)
    await limited.close(0)
  })
}

// table: a request after which the server closes the connection, and the status of its response.
const last: readonly (readonly [title: string, message: string, status: number])[] = [
  ['no host', 'POST /make HTTP/1.1\r\n\r\n', 400],
  [
    'a transfer coding that is not supported',
    'POST /make HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    501,
  ],
  [
    'a body that did not wait for 100',
    'POST /nowhere HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na',
    404,
  ],
]

for (const [title, message, status] of last) {
  test(`a request after the last response of a connection is not handled: ${title}`, async () => {
    made = 0
    const text = await textOn(open(server, message + MAKE))
    assert.deepEqual(text.match(/(?<=HTTP\/1\.1 )\d+/g), [String(status)])
    assert.equal(made, 0)
  })
}

test('invalid HTTP after the last response of a connection is not reported', limits, async () => {
  statuses = []
  const close = MAKE.replace('Host', 'Connection: close\r\nHost')
  assert.match(await textOn(open(server, `${close}no HTTP\r\n\r\n`)), /^HTTP\/1\.1 200 /)
  assert.deepEqual(statuses, [200])
})

test('invalid HTTP is refused after the responses to all requests before it', limits, async () => {
  const release = () => setImmediate(() => gate.emit('release'))
  gate.on('begin', release)
  const text = await textOn(open(server, `${SLOW.repeat(9)}no HTTP\r\n\r\n`))
  gate.off('begin', release)
  assert.deepEqual(text.match(/(?<=HTTP\/1\.1 )\d+/g), [...Array(9).fill('200'), '400'])
})

test('a request with an unsafe method is handled alone on its connection, after those before it and before those after it', async () => {
  const counts: number[] = []
  const count = () => {
    counts.push(gate.listenerCount('release'))
    setImmediate(() => gate.emit('release'))
  }
  gate.on('begin', count)
  const change = SLOW.replace('GET', 'POST')
  const close = change.replace('Host', 'Connection: close\r\nHost')
  const text = await textOn(open(server, SLOW + SLOW + change + change + SLOW + SLOW + SLOW + close))
  gate.off('begin', count)
  assert.deepEqual(counts, [1, 2, 1, 1, 1, 2, 3, 1])
  assert.equal(text.match(/HTTP\/1\.1 200/g)?.length, 8)
})

test(
  'a connection whose request breaks off during its response is closed after the response',
  limits,
  async () => {
    const socket = open(
      server,
      'POST /halved HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n',
    )
    const text = textOn(socket)
    await once(socket, 'data')
    socket.write('no chunk\r\n')
    await textOn(open(server, MAKE.replace('Host', 'Connection: close\r\nHost')))
    gate.emit('release')
    assert.match(await text, /one.*two\r\n0\r\n\r\n$/s)
  },
)

test('the server goes on when a client resets a connection whose CONNECT waits to be refused', async () => {
  const begun = once(gate, 'begin')
  const socket = open(server, SLOW + TUNNEL)
  await begun
  socket.resetAndDestroy()
  gate.emit('release')
  assert.match(
    await textOn(open(server, MAKE.replace('Host', 'Connection: close\r\nHost'))),
    /^HTTP\/1\.1 200 /,
  )
})

test('a stream before a refused CONNECT is sent whole', limits, async () => {
  const text = await textOn(open(server, `GET /long HTTP/1.1\r\nHost: x\r\n\r\n${TUNNEL}`), 'latin1')
  assert.ok(text.length > LONG)
  assert.deepEqual(text.match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '404'])
})

test('handlers learn that their client has gone, even if a CONNECT waits behind them', limits, async () => {
  let begun = 0
  const allBegun = new Promise<void>((resolve) => {
    gate.on('begin', () => ++begun === 2 && resolve())
  })
  let gone = 0
  const allGone = new Promise<void>((resolve) => {
    gate.on('gone', () => ++gone === 2 && resolve())
  })
  const socket = open(server, SLOW + SLOW + TUNNEL)
  await allBegun
  socket.destroy()
  await allGone
  gate.removeAllListeners()
})

test(
  'closing cuts off running requests after the grace period, even if a CONNECT waits behind them',
  limits,
  async () => {
    const closing = await start()
    const begun = once(gate, 'begin')
    const socket = open(closing, SLOW + TUNNEL)
    await begun
    await Promise.all([closing.close(0), once(socket, 'close')])
    gate.removeAllListeners()
  },
)

test(
  'closing does not wait for connections that are unused, idle or left by their client',
  limits,
  async () => {
    const closing = await start()
    const begun = once(gate, 'begin')
    const leaving = open(closing, SLOW)
    await begun
    const gone = once(gate, 'gone')
    leaving.destroy()
    await gone
    const silent = open(closing, '')
    await once(silent, 'connect')
    const kept = open(closing, MAKE)
    await once(kept, 'data')
    await Promise.all([closing.close(FOR_EVER), once(silent, 'close'), once(kept, 'close')])
  },
)

test('closing still handles a request after a body that was not waited for', limits, async () => {
  const closing = await start()
  const begun = once(gate, 'begin')
  const socket = open(closing, 'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab')
  const text = textOn(socket)
  await begun
  const closed = closing.close(FOR_EVER)
  gate.emit('release')
  socket.write(`cd${MAKE}`)
  assert.deepEqual((await text).match(/(?<=Connection: ).*/g), ['keep-alive', 'close'])
  await closed
})

test('closing with an infinite grace period waits for running requests', limits, async () => {
  const closing = await start()
  const unused = open(closing, '')
  await once(unused, 'connect')
  const begun = once(gate, 'begin')
  const answered = textOn(open(closing, SLOW))
  await begun
  const closed = closing.close(Number.POSITIVE_INFINITY)
  await once(unused, 'close')
  gate.emit('release')
  assert.match(await answered, /^HTTP\/1\.1 200 /)
  await closed
})

test('closing leaves no timer behind', async () => {
  const before = countTimers()
  const closing = await start()
  await closing.close(FOR_EVER)
  assert.equal(countTimers(), before)
})

test('the server goes on after connections repeatedly could not be accepted', limits, async (context) => {
  const serving = await start()
  context.after(() => serving.close(0))
  const accepted = nextAccepted()
  const socket = open(serving, MAKE)
  await once(socket, 'data')
  const { _handle: handle } = Object(serverOf(await accepted))
  // This is how libuv reports it to Node.
  for (let time = 0; time < 3; time++) handle.onconnection(-constants.errno.ENOBUFS)
  assert.equal((await fetch(`${serving.url}/make`, { method: 'POST' })).status, 200)
})

/** Returns the server of a connection, which Node keeps on the socket. */
function serverOf(socket: Socket): Server {
  return Object(socket).server
}
