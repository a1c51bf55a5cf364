import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type ClientHttp2Stream, connect, constants, createServer } from 'node:http2'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { list, Model, string } from '@postern/model'
import { listen } from '../../../../scripts/listen.ts'
import {
  contract,
  file,
  implement,
  json,
  jsonLines,
  multipart,
  raw,
  rawReply,
  routes,
  wrapExchange,
} from '../index.ts'
import { toNodeListener } from './node.ts'

class Note extends Model({ text: string() }) {}

/** Headers of the connection, which HTTP/2 forbids. */
const OF_CONNECTION = {
  Connection: 'close',
  'keep-alive': 'timeout=5',
  'proxy-connection': 'close',
  'Transfer-Encoding': 'chunked',
  upgrade: 'h2c',
  te: 'gzip',
  'http2-settings': 'AAMAAABk',
}

/** Emits what happens in a slow handler. */
const slow = new EventEmitter()
const endless = (signal: AbortSignal) => {
  slow.emit('answer', signal.aborted)
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    controller.enqueue(new Uint8Array(1000))
  return rawReply(new ReadableStream({ pull, cancel: () => void slow.emit('cancel') }))
}

const { get, post } = routes()
const api = implement(
  contract({
    title: 'Notes',
    version: '1',
    routes: {
      write: post('/notes', { body: json(Note), response: Note }),
      measure: post('/raw', { body: raw({ limit: 5 }), response: Note }),
      upload: post('/files', { body: multipart({ file: file() }), response: Note }),
      follow: post('/follow', {}),
      watch: get('/watch', { response: jsonLines(Note) }),
      breakOff: get('/broken', { response: jsonLines(Note) }),
      slow: get('/slow', {}),
      connected: get('/connected', { response: Note }),
      wrapped: get('/wrapped', { response: Note }),
      address: get('/address', { headers: { host: string() }, response: list(string()) }),
    },
  }),
  {
    write: ({ body }) => body,
    measure: ({ body }) => ({ text: String(body.length) }),
    upload: async ({ body }) => ({ text: `${body.file.name} ${await text(body.file.stream)}` }),
    async follow({ request }) {
      try {
        for await (const { length } of request.stream?.() ?? []) slow.emit('piece', length)
        slow.emit('end', 'whole')
      } catch {
        slow.emit('end', 'broken')
      }
    },
    watch: () => [{ text: 'one' }, { text: 'two' }],
    *breakOff() {
      yield { text: 'one' }
      throw new Error('the disk is on fire')
    },
    slow: ({ request }) =>
      new Promise((resolve) => {
        request.signal.addEventListener('abort', () => slow.emit('abort'))
        slow.once('release', () => resolve(endless(request.signal)))
        slow.emit('begin')
      }),
    wrapped: () => ({ text: 'a' }),
    connected: ({ reply }) => reply(200, { text: 'a' }, { headers: { ...OF_CONNECTION, 'x-own': '1' } }),
    address: ({ headers, request }) => [
      headers.host,
      String(request.header('Host')),
      String(request.header('x-none')),
      ...request.headerLines('x-none'),
      ...[...request.headerNames()].toSorted(),
    ],
  },
)

const warnings: string[] = []
const warn = ({ message }: Error) => void warnings.push(message)
process.on('warning', warn)
const plain = toNodeListener(api)
const wrapped = toNodeListener(
  wrapExchange(api, (exchange) => (incoming, send) => {
    const own = Object.entries({ ...OF_CONNECTION, 'x-own': '1' }).flat()
    return exchange(incoming, (outgoing) => send({ ...outgoing, headers: [...outgoing.headers, ...own] }))
  }),
)
const server = createServer().on('request', (...given: Parameters<typeof plain>) =>
  (given[0].url === '/wrapped' ? wrapped : plain)(...given),
)
const session = connect(`http://127.0.0.1:${await listen(server)}`)
after(() => {
  process.off('warning', warn)
  session.close()
  server.close()
})

interface Asked {
  readonly title: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body that is posted, without a header for its length. */
  readonly body?: string
  readonly status: number
  readonly answer: string
}

const FORM = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--x--\r\n'

const asked: readonly Asked[] = [
  {
    title: 'a body without a length is accepted',
    path: '/notes',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"a"}',
    status: 200,
    answer: '{"text":"a"}',
  },
  {
    title: 'an empty body is reported as missing',
    path: '/notes',
    body: '',
    status: 422,
    answer: '{"detail":[{"type":"missing","loc":["body"],"msg":"Field required","input":null}]}',
  },
  {
    title: 'a body up to the limit is accepted',
    path: '/raw',
    body: '12345',
    status: 200,
    answer: '{"text":"5"}',
  },
  {
    title: 'a body above the limit is a 413',
    path: '/raw',
    body: '123456',
    status: 413,
    answer: '{"detail":"Content Too Large"}',
  },
  {
    title: 'a file arrives',
    path: '/files',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: FORM,
    status: 200,
    answer: '{"text":"a.txt abc"}',
  },
  { title: 'a stream is sent', path: '/watch', status: 200, answer: '{"text":"one"}\n{"text":"two"}\n' },
  {
    title: 'the :authority is the host header, and no other pseudo-header is a header',
    path: '/address',
    headers: { ':authority': 'notes.example', accept: '*/*' },
    status: 200,
    answer: '["notes.example","notes.example","undefined","accept","host"]',
  },
]

for (const { title, path, headers, body, status, answer } of asked) {
  test(`over HTTP/2, ${title}`, async () => {
    const method = body === undefined ? 'GET' : 'POST'
    const request = session.request(
      { ...headers, ':path': path, ':method': method },
      { endStream: body === undefined },
    )
    if (body !== undefined) request.end(body)
    const [head] = await once(request, 'response')
    assert.deepEqual([head[':status'], await text(request)], [status, answer])
    assert.deepEqual(warnings, [])
  })
}

for (const path of ['/connected', '/wrapped']) {
  test(`over HTTP/2, headers of the connection are left out (RFC 9113 §8.2.2): ${path}`, async () => {
    const request = session.request({ ':path': path })
    const [head] = await once(request, 'response')
    assert.deepEqual([head[':status'], head['x-own'], await text(request)], [200, '1', '{"text":"a"}'])
    for (const name of Object.keys(OF_CONNECTION)) assert.equal(head[name.toLowerCase()], undefined, name)
    assert.deepEqual(warnings, [])
  })
}

test('over HTTP/2, a stream that breaks off is not a complete response', async () => {
  const request = session.request({ ':path': '/broken' })
  await assert.rejects(text(request), /NGHTTP2_INTERNAL_ERROR/)
})

test('over HTTP/2, a client that resets its request aborts the signal, and the response stream is cancelled', async () => {
  const request = session.request({ ':path': '/slow' })
  await once(slow, 'begin')
  request.close(constants.NGHTTP2_CANCEL)
  await once(slow, 'abort')
  const answered = once(slow, 'answer')
  const cancelled = once(slow, 'cancel')
  slow.emit('release')
  assert.deepEqual(await answered, [true])
  await cancelled
})

for (const reason of ['NGHTTP2_CANCEL', 'NGHTTP2_NO_ERROR'] as const) {
  test(`over HTTP/2, a response stream that waits for its client is cancelled when it is reset with ${reason}`, async () => {
    const request = session.request({ ':path': '/slow' })
    await once(slow, 'begin')
    slow.emit('release')
    await once(request, 'response')
    const [cancelled, aborted] = [once(slow, 'cancel'), once(slow, 'abort')]
    request.close(constants[reason])
    await Promise.all([cancelled, aborted])
    request.resume()
  })
}

for (const [end, finish] of [
  ['whole', (request: ClientHttp2Stream) => request.end()],
  ['broken', (request: ClientHttp2Stream) => request.destroy()],
] as const) {
  test(`over HTTP/2, a reader of a streamed body learns that the body is ${end}`, async () => {
    const request = session.request({ ':path': '/follow', ':method': 'POST' })
    const piece = once(slow, 'piece')
    request.write('abc')
    assert.deepEqual(await piece, [3])
    const ended = once(slow, 'end')
    finish(request)
    assert.deepEqual(await ended, [end])
    request.resume()
  })
}

test('over HTTP/2, a request that gets its response is not aborted', async () => {
  const request = session.request({ ':path': '/slow' })
  await once(slow, 'begin')
  slow.once('abort', () => assert.fail('aborted'))
  const answered = once(slow, 'answer')
  slow.emit('release')
  assert.deepEqual(await answered, [false])
  await once(request, 'response')
  slow.removeAllListeners('abort')
  const cancelled = once(slow, 'cancel')
  request.close(constants.NGHTTP2_CANCEL)
  await cancelled
})
