import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2'
import { connect, type Socket } from 'node:net'
import type { Stream } from 'node:stream'
import { after, before, test } from 'node:test'
import { integer } from '@postern/model'
import { listen } from '../../../scripts/listen.ts'
import { serve, toNodeListener } from '../src/adapters/node.ts'
import {
  contract,
  file,
  implement,
  multipart,
  raw,
  rawReply,
  routes,
  stream,
  tokenFrom,
} from '../src/index.ts'
import { haveArrived, nextAccepted } from './accepted.ts'
import { open, textOn } from './socket.ts'

const { get, post } = routes()
const body = { body: raw(), response: integer() }
const upload = { body: multipart({ file: file() }), response: integer() }
/** Emits the result of each request and the departure of clients. */
const events = new EventEmitter()
let handled: number[] = []
/** More listeners on one object than Node accepts without a warning. */
const MANY = 20
const api = implement(
  contract({
    title: 'Departed',
    version: '1',
    routes: {
      open: post('/open', body),
      guarded: post('/guarded', { ...body, security: tokenFrom({}) }),
      small: post('/small', { ...body, body: raw({ limit: 2 }), security: tokenFrom({}) }),
      uploaded: post('/uploaded', { ...upload, security: tokenFrom({}) }),
      counted: post('/counted', { body: stream(), response: integer() }),
      streamed: post('/streamed', { body: stream(), response: integer(), security: tokenFrom({}) }),
      watched: get('/watched', { response: integer() }),
      behind: post('/behind', { response: integer(), security: tokenFrom({}) }),
      answered: get('/answered', { response: integer() }),
      large: get('/large', {}),
    },
  }),
  {
    open: ({ body }) => note(body.length),
    guarded: ({ body }) => note(body.length),
    small: ({ body }) => note(body.length),
    uploaded: ({ body }) => count(body.file.stream),
    counted: ({ body }) => count(body),
    streamed: ({ body }) => count(body),
    behind: ({ request }) => new Promise((resolve) => request.whenGone(() => resolve(note(1)))),
    answered({ request }) {
      request.whenGone(() => events.emit('gone', 'whenGone'))
      request.signal.addEventListener('abort', () => events.emit('gone', 'signal'))
      return 1
    },
    large({ request }) {
      request.whenGone(() => events.emit('gone'))
      return rawReply(new Uint8Array(20_000_000))
    },
    watched({ request }) {
      let gone = 0
      for (let asking = 0; asking < MANY; asking++)
        request.whenGone(() => {
          if (++gone === MANY) events.emit('gone')
        })
      events.emit('watched')
      return new Promise(() => undefined)
    },
  },
  {
    authenticate: () => once(events, 'authorize'),
    onAnswer: ({ status }) => events.emit('answer', status),
    onError: (notice) => events.emit('answer', notice),
  },
)

async function count(pieces: ReadableStream<Uint8Array>): Promise<number> {
  let length = 0
  for await (const piece of pieces) length += piece.length
  return note(length)
}

function note(length: number): number {
  handled.push(length)
  return length
}

const listener = createServer(toNodeListener(api))
const http2 = createHttp2Server().on('request', toNodeListener(api))
const ports = { serve: 0, listener: 0, http2: 0 }
let close: () => Promise<void>
before(async () => {
  const own = await serve(api, { port: 0 })
  ports.serve = own.port
  ports.listener = await listen(listener)
  ports.http2 = await listen(http2)
  close = async () => {
    await own.close(0)
    listener.close()
    http2.close()
  }
})
after(() => close())

const FORM = [
  '--b',
  'content-disposition: form-data; name="file"; filename="f"',
  '',
  '0123456789',
  '--b--',
  '',
].join('\r\n')

const limits = { timeout: 30_000 }

/** What a client sends before it leaves during authentication: the reported status, and the length that is handled. */
const departures: readonly [
  title: string,
  path: string,
  head: string,
  sent: string,
  status: number,
  handled?: number,
][] = [
  ['all of a body', '/guarded', 'Content-Length: 3', 'abc', 200, 3],
  [
    'all of a body in chunks',
    '/guarded',
    'Transfer-Encoding: chunked',
    '1\r\na\r\n2\r\nbc\r\n0\r\n\r\n',
    200,
    3,
  ],
  ['a body that is too large', '/small', 'Content-Length: 3', 'abc', 413],
  [
    'a body that is too large, in chunks',
    '/small',
    'Transfer-Encoding: chunked',
    '3\r\nabc\r\n0\r\n\r\n',
    413,
  ],
  ['a body at the limit', '/small', 'Content-Length: 2', 'ab', 200, 2],
  ['an empty body', '/guarded', 'Content-Length: 0', '', 200, 0],
  ['half a body', '/guarded', 'Content-Length: 6', 'abc', 400],
  ['half a body in chunks', '/guarded', 'Transfer-Encoding: chunked', '1\r\na\r\n', 400],
  ['only a head', '/guarded', 'Content-Length: 3', '', 400],
  ['all of a file', '/uploaded', `Content-Length: ${FORM.length}`, FORM, 200, 10],
  ['half a file', '/uploaded', `Content-Length: ${FORM.length}`, FORM.slice(0, -12), 400],
  ['all of a stream', '/streamed', 'Content-Length: 3', 'abc', 200, 3],
  ['an empty stream', '/streamed', 'Content-Length: 0', '', 200, 0],
  ['an empty body whose handler waits for whenGone', '/behind', 'Content-Length: 0', '', 200, 1],
  ['half a stream', '/streamed', 'Content-Length: 6', 'abc', 400],
]

const ways: Readonly<Record<string, (socket: Socket) => unknown>> = {
  closes: (socket) => socket.destroy(),
  resets: (socket) => socket.resetAndDestroy(),
}

for (const adapter of ['serve', 'listener'] as const) {
  for (const [title, path, head, sent, status, length] of departures) {
    for (const [way, leave] of Object.entries(ways)) {
      test(
        `${title} is ${length === undefined ? `reported as a ${status}` : 'handled'} if its client ${way} during authentication, ${adapter}`,
        limits,
        async () => {
          handled = []
          const answered = once(events, 'answer')
          const accepted = nextAccepted()
          const socket = connect(ports[adapter], '127.0.0.1')
          const type = 'Content-Type: multipart/form-data; boundary=b'
          const text = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\n${type}\r\n${head}\r\n\r\n${sent}`
          socket.write(text)
          const server = await accepted
          await haveArrived(server, text.length)
          const gone = new Promise<void>((resolve) => {
            for (const event of ['end', 'close']) server.once(event, () => resolve())
          })
          leave(socket)
          await gone
          events.emit('authorize')
          assert.deepEqual(await answered, [status])
          assert.deepEqual(handled, length === undefined ? [] : [length])
        },
      )
    }
  }
}

const END_OF_HEADERS = 4
/** Codes of RST_STREAM (RFC 9113 §7). */
const CODES = { NO_ERROR: 0, INTERNAL_ERROR: 2, CANCEL: 8 }

for (const path of ['/open', '/guarded', '/counted', '/streamed']) {
  for (const [name, code] of Object.entries(CODES)) {
    test(
      `half a body is reported as broken off if its HTTP/2 stream is reset with ${name}, ${path}`,
      limits,
      async () => {
        handled = []
        const answered = once(events, 'answer')
        const socket = connect(ports.http2, '127.0.0.1')
        const head = {
          ':method': 'POST',
          ':scheme': 'http',
          ':path': path,
          ':authority': 'x',
          authorization: 'Bearer a',
        }
        const sent = Buffer.concat([
          Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
          frame(4, Buffer.alloc(0), { stream: 0 }),
          frame(1, Buffer.concat(Object.entries(head).map(literal)), { flags: END_OF_HEADERS }),
          frame(0, Buffer.from('half')),
        ])
        const asked = once(http2, 'request')
        socket.write(sent)
        const [{ stream }] = await asked
        socket.write(frame(3, Buffer.from([0, 0, 0, code])))
        await closed(stream)
        events.emit('authorize')
        assert.deepEqual(await answered, [400])
        assert.deepEqual(handled, [])
        socket.destroy()
      },
    )
  }
}

/** Settles when a stream is closed, for whatever reason. */
function closed(stream: Stream): Promise<void> {
  return new Promise((resolve) => {
    stream.on('error', () => undefined)
    stream.once('close', () => resolve())
  })
}

/** A frame of HTTP/2 (RFC 9113 §4.1). */
function frame(type: number, payload: Buffer, { flags = 0, stream = 1 } = {}): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A literal header without indexing (RFC 7541 §6.2.2). */
function literal([name, value]: [string, string]): Buffer {
  return Buffer.from(
    `\0${String.fromCharCode(name.length)}${name}${String.fromCharCode(value.length)}${value}`,
    'latin1',
  )
}

/** Sends a request in each way; returns a function that makes the client leave. */
const askers: Readonly<Record<string, () => () => unknown>> = {
  serve: () => askPlainly(ports.serve),
  listener: () => askPlainly(ports.listener),
  http2() {
    const session = connectHttp2(`http://127.0.0.1:${ports.http2}`)
    session.request({ ':path': '/watched' }).on('error', () => undefined)
    return () => session.destroy()
  },
  fetch() {
    const client = new AbortController()
    void api.fetch(new Request('http://x/watched', { signal: client.signal }))
    return () => client.abort()
  },
}

function askPlainly(port: number): () => unknown {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /watched HTTP/1.1\r\nHost: x\r\n\r\n')
  return () => socket.destroy()
}

for (const [adapter, ask] of Object.entries(askers)) {
  test(
    `whenGone may be called many times without a warning about a leak from Node, ${adapter}`,
    limits,
    async () => {
      const warnings: unknown[] = []
      const warn = (warning: Error) => warnings.push(warning.message)
      process.on('warning', warn)
      const [watched, gone] = [once(events, 'watched'), once(events, 'gone')]
      const leave = ask()
      await watched
      leave()
      await gone
      process.off('warning', warn)
      assert.deepEqual(warnings, [])
    },
  )
}

/** Sends a request in each way, and settles when its connection is closed after the whole response. */
const answeredAskers: Readonly<Record<string, () => Promise<unknown>>> = {
  serve: () => askToTheEnd(ports.serve),
  listener: () => askToTheEnd(ports.listener),
  async http2() {
    const session = connectHttp2(`http://127.0.0.1:${ports.http2}`)
    const stream = session.request({ ':path': '/answered' }).resume()
    await once(stream, 'end')
    const ended = once(session, 'close')
    session.close()
    await ended
  },
}

function askToTheEnd(port: number): Promise<string> {
  return textOn(open({ port }, 'GET /answered HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'))
}

for (const [adapter, ask] of Object.entries(answeredAskers)) {
  test(
    `§1.2 the end of a connection after a whole response is not reported, ${adapter}`,
    limits,
    async () => {
      const reported: string[] = []
      const report = (what: string) => reported.push(what)
      events.on('gone', report)
      await ask()
      // By the end of a second request, the server has seen the end of the first one's connection.
      await ask()
      events.off('gone', report)
      assert.deepEqual(reported, [])
    },
  )
}

/** Leaves in each way once a response has begun that is too large to be sent at once. */
const leavers: Readonly<Record<string, () => unknown>> = {
  serve: () => leaveWithin(ports.serve),
  listener: () => leaveWithin(ports.listener),
  http2() {
    const session = connectHttp2(`http://127.0.0.1:${ports.http2}`)
    const stream = session.request({ ':path': '/large' })
    stream.on('error', () => undefined)
    stream.once('response', () => stream.close(CODES.CANCEL))
    stream.once('close', () => session.destroy())
  },
}

function leaveWithin(port: number): void {
  const socket = open({ port }, 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  socket.once('data', () => socket.destroy())
}

for (const [adapter, leave] of Object.entries(leavers)) {
  test(
    `a client that leaves within a response that is written but not sent is reported, ${adapter}`,
    limits,
    async () => {
      const gone = once(events, 'gone')
      leave()
      await gone
    },
  )
}
