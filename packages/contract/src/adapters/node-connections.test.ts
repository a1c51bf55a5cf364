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
import { contract, type Incoming, implement, rawReply, routes } from '../index.ts'
import { type ServeOptions, serve } from './node.ts'

const gate = new EventEmitter()
let made = 0
/** The statuses of all that was answered. */
let told: number[] = []
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
  { onAnswer: ({ status }) => told.push(status) },
)

function answerLater(request: Incoming): Promise<number> {
  return new Promise((resolve) => {
    request.whenGone(() => gate.emit('gone'))
    gate.once('release', () => resolve(1))
    gate.emit('begin')
  })
}

/** More than the buffers of a connection hold, in pieces of which each waits for room. */
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

/** So long that a test would fail that waits for it. */
const FOR_EVER = 2 ** 30
const limits = { timeout: 30_000 }
const start = (options: ServeOptions = {}) => serve(api, { port: 0, keepAliveTimeout: FOR_EVER, ...options })

const server = await start()
after(() => server.close(0))

const MAKE = 'POST /make HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n'
const SLOW = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
const TUNNEL = 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n'

// table: the options of a server, and the limits of its connections: of a request, of its head, and between two of them.
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

// table: what the server closes the connection behind, and the status of its answer.
const last: readonly (readonly [title: string, message: string, status: number])[] = [
  ['no host', 'POST /make HTTP/1.1\r\n\r\n', 400],
  [
    'a coding that is not undone',
    'POST /make HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    501,
  ],
  [
    'a body that was to wait for 100',
    'POST /nowhere HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na',
    404,
  ],
]

for (const [title, message, status] of last) {
  test(`what is asked behind the last answer of a connection is not carried out: ${title}`, async () => {
    made = 0
    const text = await textOn(open(server, message + MAKE))
    assert.deepEqual(text.match(/(?<=HTTP\/1\.1 )\d+/g), [String(status)])
    assert.equal(made, 0)
  })
}

test('what comes behind the last answer of a connection is told to nobody', limits, async () => {
  told = []
  const close = MAKE.replace('Host', 'Connection: close\r\nHost')
  assert.match(await textOn(open(server, `${close}no HTTP\r\n\r\n`)), /^HTTP\/1\.1 200 /)
  assert.deepEqual(told, [200])
})

test('what is no HTTP is refused behind all that waits before it', limits, async () => {
  const release = () => setImmediate(() => gate.emit('release'))
  gate.on('begin', release)
  const text = await textOn(open(server, `${SLOW.repeat(9)}no HTTP\r\n\r\n`))
  gate.off('begin', release)
  assert.deepEqual(text.match(/(?<=HTTP\/1\.1 )\d+/g), [...Array(9).fill('200'), '400'])
})

test('what may change something is worked on alone on its connection, and what is asked behind it finds it done', async () => {
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

test('a connection whose request breaks off amid its answer is closed behind that', limits, async () => {
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
})

test('a client that resets its connection while its tunnel waits to be refused harms nobody', async () => {
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

test('a stream before a tunnel that is refused goes out whole', limits, async () => {
  const text = await textOn(open(server, `GET /long HTTP/1.1\r\nHost: x\r\n\r\n${TUNNEL}`), 'latin1')
  assert.ok(text.length > LONG)
  assert.deepEqual(text.match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '404'])
})

test('who works for a client that goes is told of it, also where a tunnel waits', limits, async () => {
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

test('closing cuts off what was begun when its time is over, also where a tunnel waits', limits, async () => {
  const closing = await start()
  const begun = once(gate, 'begin')
  const socket = open(closing, SLOW + TUNNEL)
  await begun
  await Promise.all([closing.close(0), once(socket, 'close')])
  gate.removeAllListeners()
})

test(
  'closing waits for no connection that has asked for nothing, that asks no more, or whose client has gone',
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

test('closing answers what comes behind a body that its answer did not wait for', limits, async () => {
  const closing = await start()
  const begun = once(gate, 'begin')
  const socket = open(closing, 'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab')
  const text = textOn(socket)
  await begun
  const closed = closing.close(FOR_EVER)
  const answered = once(socket, 'data')
  gate.emit('release')
  await answered
  socket.write(`cd${MAKE}`)
  assert.deepEqual((await text).match(/(?<=Connection: ).*/g), ['keep-alive', 'close'])
  await closed
})

test('closing waits for ever where it may', limits, async () => {
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

test('a server goes on where a connection cannot be taken, however often', limits, async (context) => {
  const serving = await start()
  context.after(() => serving.close(0))
  const accepted = nextAccepted()
  const socket = open(serving, MAKE)
  await once(socket, 'data')
  const { _handle: handle } = Object(serverOf(await accepted))
  // As libuv tells Node of it.
  for (let time = 0; time < 3; time++) handle.onconnection(-constants.errno.ENOBUFS)
  assert.equal((await fetch(`${serving.url}/make`, { method: 'POST' })).status, 200)
})

/** Node keeps the server of a connection with it. */
function serverOf(socket: Socket): Server {
  return Object(socket).server
}
