import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { integer, string } from '@postern/model'
import { listen } from '../../../../scripts/listen.ts'
import { converse, open, textOn } from '../../test/socket.ts'
import { contract, implement, jsonLines, raw, rawReply, routes, wrapExchange } from '../index.ts'
import { serve, toNodeListener } from './node.ts'

const { get, post } = routes()
const api = implement(
  contract({
    title: 'Endings',
    version: '1',
    routes: {
      one: get('/one', { response: integer() }),
      lines: post('/lines', { response: jsonLines(integer()) }),
      lastLater: get('/last-later', { response: integer() }),
      last: post('/last', { query: { connection: string() }, response: integer() }),
      bytes: get('/bytes/{text}', { params: { text: string() } }),
      dropped: post('/dropped', { response: integer() }),
      long: get('/long', {}),
      held: get('/held', { response: integer() }),
      change: post('/change', { response: integer() }),
      broken: get('/broken', { mediaType: 'text/plain' }),
      opened: post('/opened', { response: integer() }),
      openedLines: post('/opened-lines', { response: jsonLines(integer()) }),
      length: post('/length', { body: raw({ limit: 100_000 }), response: integer() }),
    },
  }),
  {
    one: () => 1,
    lines: () => [1, 2],
    async lastLater({ reply }) {
      await setImmediate()
      return reply(200, 1, { headers: { connection: 'close' } })
    },
    last: ({ query: { connection }, reply }) => reply(200, 1, { headers: { connection } }),
    bytes: ({ params }) => {
      const { written } = new TextEncoder().encodeInto(params.text, SCRATCH)
      return rawReply(SCRATCH.subarray(0, written))
    },
    async dropped({ request }) {
      await request.stream?.().cancel()
      return answerReleased()
    },
    long: () => rawReply(REST),
    held: answerReleased,
    change: () => ++changes,
    broken: () => rawReply(breaking()),
    opened({ request }) {
      request.stream?.()
      return 1
    },
    async *openedLines({ request }) {
      yield* [1, 2]
      await request.stream?.().getReader().read()
    },
    length: ({ body }) => body.length,
  },
  { onError: () => release() },
)

async function* breaking(): AsyncGenerator<string> {
  await Promise.reject(new Error('broken'))
  yield ''
}

/** Lets the waiting handler respond. */
let release = () => {}

async function answerReleased(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  release = resolve
  await promise
  return 1
}

/** How many changes were carried out. */
let changes = 0

/** The bytes that a handler reuses for each response. */
const SCRATCH = new Uint8Array(10)

/** Closes the connection with a capitalized header name, which no reply of a handler has. */
const wrapped = wrapExchange(api, (exchange) => (incoming, send) => {
  if (incoming.path === '/wrapped') send({ status: 200, headers: ['Connection', 'close'], body: '1' })
  else exchange(incoming, send)
})

const server = await serve(wrapped, { port: 0 })
after(() => server.close(0))

const REST = Buffer.alloc(20_000_000, 'x')
const SEND = 'POST /length HTTP/1.1\r\nHost: x\r\n'
const CHUNKED = `${SEND}Transfer-Encoding: chunked\r\n\r\n`

// table: the head before a body of 20 MB, and the status of the response, after which the server closes the connection.
const refused: readonly (readonly [title: string, head: string, status: number])[] = [
  ['no host', 'POST /length HTTP/1.1\r\n@', 400],
  ['two hosts', `${SEND}Host: y\r\n@`, 400],
  ['two hosts and a wait for 100', `${SEND}Host: y\r\nExpect: 100-continue\r\n@`, 400],
  ['another expectation', `${SEND}Expect: tea\r\n@`, 417],
  ['a body that does not wait for 100', `${SEND}Expect: 100-continue\r\n@`, 413],
  ['an unknown path over HTTP/1.0', 'POST /nowhere HTTP/1.0\r\n@', 404],
  ['an invalid header', `${SEND}A b: c\r\n@`, 400],
  ['headers above the limit', `${SEND}A: ${'x'.repeat(20_000)}\r\n@`, 431],
  ['a bad chunk', `${CHUNKED}zz\r\n`, 400],
  ['a bad chunk after a good one', `${CHUNKED}1\r\na\r\nzz\r\n`, 400],
]

for (const [title, head, status] of refused) {
  test(`a client that reads only after sending everything gets the response: ${title}`, async () => {
    const answer = await answerBehind(head)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} .*connection: close.*"detail"`, 'is'))
  })
}

/** What a client receives that first sends everything: a head, with the length in place of an `@`, and {@link REST}. */
async function answerBehind(head: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  socket.write(head.replace('@', `Content-Length: ${REST.length}\r\n\r\n`))
  const answered = textOn(socket.pause())
  await new Promise((resolve) => socket.write(REST, resolve))
  socket.resume()
  return answered
}

// table: the start of a body that is too large and never ends.
const endless: readonly (readonly [title: string, head: string])[] = [
  ['with a length', `${SEND}Content-Length: 100000000\r\n\r\n`],
  ['in chunks', `${CHUNKED}186a1\r\n${'x'.repeat(100_001)}\r\n5f5e100\r\n`],
]

for (const [title, head] of endless) {
  test(`a client that keeps sending after a 413 is cut off: ${title}`, { timeout: 30_000 }, async () => {
    const patient = await serve(api, { port: 0, requestTimeout: 0 })
    assert.match(await answerWhileSending(open(patient, head)), /^HTTP\/1.1 413 /)
    await patient.close(0)
  })

  test(`in a host, a client that keeps sending after a 413 is cut off: ${title}`, {
    timeout: 30_000,
  }, async () => {
    const host = createServer({ requestTimeout: 0 }, toNodeListener(api))
    const port = await listen(host)
    assert.match(await answerWhileSending(open({ port }, head)), /^HTTP\/1.1 413 /)
    host.close()
  })
}

test('a dropped body is read until its response is sent, and then a client that keeps sending is cut off', {
  timeout: 30_000,
}, async () => {
  const patient = await serve(api, { port: 0, requestTimeout: 0 })
  const socket = open(patient, 'POST /dropped HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n')
  await new Promise((resolve) => socket.write(REST, resolve))
  release()
  assert.match(await answerWhileSending(socket), /^HTTP\/1.1 200 /)
  await patient.close(0)
})

/** What a client receives that keeps sending until it is cut off, which may be by a reset. */
async function answerWhileSending(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  const sending = setInterval(() => socket.write('x'), 100)
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(sending)
  return text
}

test('a response without a body does not wait for a request body that is not sent', async () => {
  const socket = connect(server.port, '127.0.0.1')
  socket.write('HEAD /one HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1\r\n\r\n')
  assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 200 /)
  socket.destroy()
})

test('many connections that end at once after their responses are all closed', async () => {
  const sockets = await Promise.all(Array.from({ length: 100 }, opened))
  const ends = sockets.map((socket) => textOn(socket))
  for (const socket of sockets) socket.write('GET /one HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  for (const text of await Promise.all(ends)) assert.match(text, /^HTTP\/1\.1 200 .*\r\n\r\n1$/s)
})

// table: the head before a body of 20 MB that nothing reads, and the end of the response, after which the connection closes.
const unread: readonly (readonly [title: string, head: string, end: RegExp])[] = [
  ['a stream', 'POST /lines HTTP/1.1\r\nHost: x\r\nConnection: close\r\n@', /1\n.*2\n.*0\r\n\r\n$/s],
  [
    'a response whose handler opened the body and read nothing of it',
    'POST /opened HTTP/1.1\r\nHost: x\r\nConnection: close\r\n@',
    /\r\n\r\n1$/,
  ],
  [
    'a stream whose handler reads only one piece of the body',
    'POST /opened-lines HTTP/1.1\r\nHost: x\r\nConnection: close\r\n@',
    /1\n.*2\n.*0\r\n\r\n$/s,
  ],
  ...['close', 'Close', 'keep-alive,%20close'].map((connection): (typeof unread)[number] => [
    `a response with connection: ${connection} from its handler`,
    `POST /last?connection=${connection} HTTP/1.1\r\nHost: x\r\n@`,
    /\r\n\r\n1$/,
  ]),
  ['an answer of a wrapper that says close', 'POST /wrapped HTTP/1.1\r\nHost: x\r\n@', /\r\n\r\n1$/],
]

for (const [title, head, end] of unread) {
  test(`${title} arrives while the client is still sending 20 MB`, async () => {
    const answer = await answerBehind(head)
    assert.match(answer, /^HTTP\/1.1 200 /)
    assert.match(answer, end)
  })
}

// table: a request whose body of three bytes nothing reads, and the end of its response.
const early: readonly (readonly [title: string, line: string, end: RegExp])[] = [
  ['a failure', 'POST /nowhere', /^HTTP\/1\.1 404 .*"\}$/s],
  ['a success', 'POST /last?connection=keep-alive', /^HTTP\/1\.1 200 .*\r\n\r\n1$/s],
  ['a stream', 'POST /lines', /^HTTP\/1\.1 200 .*1\n.*2\n.*0\r\n\r\n$/s],
  ['a response whose handler opened the body', 'POST /opened', /^HTTP\/1\.1 200 .*\r\n\r\n1$/s],
  ['a response to HEAD', 'HEAD /one', /^HTTP\/1\.1 200 .*\r\n\r\n$/s],
]

/** Resolves when requests sent later have their responses: whatever was to be sent before them has arrived. */
async function laterResponses(): Promise<void> {
  for (let round = 0; round < 5; round++)
    await converse(server, 'GET /one HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
}

/** Sooner than an idle connection closes. */
const SOON = { timeout: 4_000 }

for (const [title, line, end] of early) {
  test(`the end of ${title} waits for the rest of a body with a length`, async () => {
    const socket = open(server, `${line} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na`)
    let text = ''
    socket.setEncoding('latin1').on('data', (piece) => {
      text += piece
    })
    await laterResponses()
    assert.doesNotMatch(text, end)
    socket.write('bc')
    await once(socket, 'data')
    assert.match(text, end)
    socket.write('GET /one HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await once(socket, 'close')
    assert.equal(text.match(/HTTP\/1\.1 \d+/g)?.length, 2)
  })

  test(
    `the connection closes after ${title} if the rest of a body with a length does not come`,
    SOON,
    async () => {
      const socket = open(server, `${line} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na`)
      assert.match(await textOn(socket), end)
    },
  )
}

test('a connection whose response waited for the rest of a body takes its next request at any later time', {
  timeout: 20_000,
}, async () => {
  const socket = open(server, 'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na')
  await laterResponses()
  socket.write('bc')
  assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 404 /)
  // Longer than a response waits.
  await setTimeout(1_200)
  socket.write('GET /one HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.match(await textOn(socket), /^HTTP\/1\.1 200 /)
})

test('no request is carried out behind a response that no longer waits for the rest of its body', async () => {
  const before = changes
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write('POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na')
  await once(socket.resume(), 'end')
  socket.write('bcPOST /change HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
  await laterResponses()
  socket.destroy()
  assert.equal(changes, before)
})

test('a response that no longer waits for the rest of a body is not ended again when that comes', async (context) => {
  // The runner blames errors of a server on the test that started it.
  const own = await serve(api, { port: 0 })
  context.after(() => own.close(0))
  const socket = open(own, 'GET /long HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na')
  await once(socket, 'readable')
  socket.write('b')
  const text = await textOn(socket.resume(), 'latin1')
  assert.equal(text.length - text.indexOf('\r\n\r\n'), 4 + REST.length)
})

test('bytes that wait for the rest of a body are sent as they were when the handler returned them', async () => {
  const bytes = (text: string) => `GET /bytes/${text} HTTP/1.1\r\nHost: x\r\nConnection: `
  const socket = open(server, `${bytes('a')}keep-alive\r\nContent-Length: 2\r\n\r\nx`)
  await laterResponses()
  assert.match(await converse(server, `${bytes('b')}close\r\n\r\n`), /b$/)
  socket.write('y')
  assert.match(String(await once(socket, 'data')), /\r\n\r\na$/)
  socket.destroy()
})

test('a response that breaks while it waits for the one before it ends the connection after that one', async () => {
  const answer = await converse(
    server,
    'GET /held HTTP/1.1\r\nHost: x\r\n\r\nGET /broken HTTP/1.1\r\nHost: x\r\n\r\n',
  )
  assert.match(answer, /^HTTP\/1\.1 200 .*\r\n\r\n1HTTP\/1\.1 200 .*transfer-encoding: chunked\r\n\r\n$/is)
})

// table: a request whose response closes the connection, although the request does not say so.
const closing: readonly (readonly [title: string, head: string])[] = [
  ['with connection: close from its handler', 'GET /last-later HTTP/1.1\r\nHost: x\r\n'],
  ['whose end is that of its connection', 'POST /lines HTTP/1.0\r\nConnection: keep-alive\r\n'],
]

for (const [title, head] of closing) {
  test(`a pipelined request is not carried out behind a response ${title}`, async () => {
    const before = changes
    const length = 'Content-Length: 0\r\n\r\n'
    const answer = await converse(server, `${head}${length}POST /change HTTP/1.1\r\nHost: x\r\n${length}`)
    assert.equal(answer.match(/HTTP\/1\.1 200/g)?.length, 1)
    assert.equal(changes, before)
  })
}

test('bytes are sent as they were when the handler returned them, even if it overwrites them later', async () => {
  const sockets = await Promise.all(Array.from({ length: 50 }, opened))
  const ends = sockets.map((socket) => textOn(socket))
  for (const [at, socket] of sockets.entries())
    socket.write(`GET /bytes/${at} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  const bodies = (await Promise.all(ends)).map((text) => text.split('\r\n\r\n')[1])
  assert.deepEqual(
    bodies,
    sockets.map((_, at) => String(at)),
  )
})

/** A connection that the server has accepted. */
async function opened(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1', () => socket.write('GET /one HTTP/1.1\r\nHost: x\r\n\r\n'))
  await once(socket, 'data')
  return socket
}
