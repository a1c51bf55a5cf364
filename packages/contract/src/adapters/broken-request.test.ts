import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { integer, Model, string } from '@postern/model'
import fc from 'fast-check'
import { nextAccepted } from '../../test/accepted.ts'
import { halvedStream } from '../../test/halved-stream.ts'
import { open, textOn } from '../../test/socket.ts'
import {
  contract,
  type ErrorDialect,
  file,
  implement,
  json,
  multipart,
  rawReply,
  routes,
  wrapExchange,
} from '../index.ts'
import { remainsOf } from './broken-request.ts'
import { type RunningServer, type ServeOptions, serve } from './node.ts'

class Title extends Model({ title: string() }) {}

const { get, post } = routes()
const gate = new EventEmitter()
const declared = contract({
  title: 'Broken',
  version: '1',
  routes: {
    read: get('/read', { response: Title }),
    slow: get('/slow', { response: Title }),
    title: post('/title', { body: json(Title), response: Title }),
    upload: post('/upload', { body: multipart({ cover: file() }), response: integer() }),
    stream: post('/stream', {}),
  },
})
const handlers = {
  read: () => ({ title: 'read' }),
  slow: () =>
    new Promise<{ title: string }>((resolve) => {
      gate.once('release', () => resolve({ title: 'slow' }))
      gate.emit('begin')
    }),
  title: ({ body }: { readonly body: Title }) => body,
  async upload({
    body,
  }: {
    readonly body: { readonly cover: { readonly stream: AsyncIterable<Uint8Array> } }
  }) {
    gate.emit('begin')
    let size = 0
    for await (const bytes of body.cover.stream) size += bytes.length
    return size
  },
  stream: () => rawReply(halvedStream(gate, ['one ', 'two'])),
}

const ORIGIN = 'https://app.example'
const limits = { timeout: 30_000 }
const hasty = { headersTimeout: 1500, requestTimeout: 1500 }
const errors: unknown[] = []

interface StartOptions extends ServeOptions {
  readonly notices?: string[]
}

const start = (
  dialect: ErrorDialect,
  allowOrigins: readonly string[],
  { notices = [], ...options }: StartOptions = {},
) =>
  serve(
    implement(declared, handlers, {
      errors: dialect,
      cors: { allowOrigins, allowCredentials: allowOrigins[0] !== '*' },
      onAnswer: ({ incoming, status }) => notices.push(`${incoming.method} ${status}`),
      onError: (notice) => errors.push(notice),
    }),
    { port: 0, ...options },
  )

const servers: Record<'fastapi' | 'problem' | 'open' | 'hasty', RunningServer> = Object.create(null)
before(async () => {
  servers.fastapi = await start('fastapi', [ORIGIN])
  servers.problem = await start('problem', [ORIGIN])
  servers.open = await start('fastapi', ['*'])
  servers.hasty = await start('fastapi', [ORIGIN], hasty)
})
after(() => Promise.all(Object.values(servers).map((server) => server.close(0))))

/** The message, and the status and detail of the response. The Origin header replaces the `@` in the message. */
type Case = readonly [title: string, message: string, status: number, detail: RegExp]

const HEAD = 'POST /title HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n@'
const GET = 'GET /read HTTP/1.1\r\nHost: x\r\n@'
const OK = 'GET /read HTTP/1.1\r\nHost: x\r\n\r\n'

const cases: readonly Case[] = [
  ['garbage', 'nonsense\r\n\r\n', 400, /Invalid method/],
  ['a broken request line', 'GET /a b HTTP/1.1\r\nHost: x\r\n@\r\n', 400, /Expected HTTP/],
  ['a control character in the target', 'GET /\x01 HTTP/1.1\r\nHost: x\r\n@\r\n', 400, /Invalid char/],
  ['another version', 'GET /read HTTP/3.0\r\nHost: x\r\n@\r\n', 400, /Invalid HTTP version/],
  ['line feeds without carriage returns', 'GET /read HTTP/1.1\nHost: x\n\n', 400, /CRLF/],
  [
    'a request line of HTTP/2',
    'POST /title HTTP/2.0\r\nHost: x\r\n@\r\n',
    400,
    /^Only HTTP\/1.1 is supported, not HTTP\/2$/,
  ],
  [
    'the preface of HTTP/2',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
    400,
    /^Only HTTP\/1.1 is supported, not HTTP\/2$/,
  ],
  ['the first bytes of TLS', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', 400, /Invalid method/],
  ['a bad header name', `${GET}A b: c\r\n\r\n`, 400, /Invalid header token/],
  ['a bad header value', `${GET}A: b\x01c\r\n\r\n`, 400, /Invalid header value/],
  ['a header in two lines', `${GET}A: b\r\n c\r\n\r\n`, 400, /Unexpected whitespace/],
  ['headers above the limit', `${GET}A: ${'x'.repeat(20_000)}\r\n\r\n`, 431, /too long/],
  ['a target above the limit', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, /too long/],
  ['a length that is not a number', `${HEAD}Content-Length: x\r\n\r\n`, 400, /Content-Length/],
  ['a negative length', `${HEAD}Content-Length: -1\r\n\r\n`, 400, /Content-Length/],
  ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400, /Content-Length/],
  [
    'a length and chunks',
    `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    /Transfer-Encoding/,
  ],
  ['an unknown coding', `${HEAD}Transfer-Encoding: gzip\r\n\r\n`, 400, /Transfer-Encoding/],
  [
    'a coding before chunks',
    `${HEAD}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    501,
    /^Only the transfer coding chunked is supported$/,
  ],
  ['a bad chunk size', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, /chunk size/],
  ['a bad end of a chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{}}\r\n`, 400, /LF|CR|chunk/],
  [
    'a chunk with a long extension',
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}`,
    413,
    /extensions/,
  ],
  ['no host', 'GET /read HTTP/1.1\r\n@\r\n', 400, /no Host header/],
  ['the same host twice', `${GET}Host: x\r\n\r\n`, 400, /more than one Host/],
  ['another host in lower case', `${GET}host: y\r\n\r\n`, 400, /more than one Host/],
  ['two hosts of HTTP/1.0', 'GET /read HTTP/1.0\r\nHost: x\r\nHost: y\r\n@\r\n', 400, /more than one Host/],
  ['a host with a space', 'GET /read HTTP/1.1\r\nHost: x, y\r\n@\r\n', 400, /no host has/],
  ['a host with a path', 'GET /read HTTP/1.1\r\nHost: x/y\r\n@\r\n', 400, /no host has/],
  [
    'another expectation',
    `${HEAD}Expect: tea\r\nContent-Length: 2\r\n\r\n{}`,
    417,
    /^Only the expectation 100-continue is supported$/,
  ],
  ['an unknown method', 'BREW /read HTTP/1.1\r\nHost: x\r\n@\r\n', 405, /^Method Not Allowed$/],
  ['a method in lower case', 'get /read?a=b HTTP/1.1\r\nHost: x\r\n@\r\n', 405, /^Method Not Allowed$/],
  ['an unknown method and path', 'BREW /tea HTTP/1.1\r\nHost: x\r\n@\r\n', 404, /^Not Found$/],
  ['a tunnel', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n@\r\n', 404, /^Not Found$/],
]

test('a method whose beginning is not in the packet is not mistaken for another method', () => {
  const remainsOfPacket = (text: string) =>
    remainsOf({ code: 'HPE_INVALID_METHOD', rawPacket: Buffer.from(text, 'latin1'), bytesParsed: 1 })
  assert.equal(remainsOfPacket('DELETE /read HTTP/1.1\r\n\r\n').unreadable?.status, 400)
  assert.equal(remainsOfPacket('BREW /read HTTP/1.1\r\n\r\n').method, 'BREW')
})

const grants: readonly (readonly [keyof typeof servers, string, string | undefined, string | undefined])[] = [
  ['fastapi', ORIGIN, ORIGIN, 'Origin'],
  ['fastapi', 'https://other.example', undefined, 'Origin'],
  ['fastapi', '', undefined, 'Origin'],
  ['problem', ORIGIN, ORIGIN, 'Origin'],
  ['open', ORIGIN, '*', undefined],
  ['open', '', '*', undefined],
]

for (const [title, message, status, detail] of cases) {
  test(`§4.3 ${title} gets one ${status} in the error dialect, with grants`, async () => {
    for (const [name, origin, granted, vary] of grants) {
      const sent = message.replace('@', origin === '' ? '' : `Origin: ${origin}\r\n`)
      const [answer, ...more] = await converse(servers[name], sent)
      assert.ok(answer, `${name} ${origin} was not answered`)
      assert.deepEqual(more, [])
      checkFailure(answer, { status, detail, dialect: name === 'problem' ? name : 'fastapi' })
      const isKnown = message.includes('@') || granted === '*'
      assert.equal(answer.headers['access-control-allow-origin'], isKnown ? granted : undefined)
      assert.equal(answer.headers['vary'], vary)
      assert.equal(answer.headers['connection'], 'close')
      assert.ok(Math.abs(Date.parse(answer.headers['date'] ?? '') - Date.now()) < 60_000)
    }
    await isServing(servers.fastapi)
  })
}

test('a 405 for an unknown method lists the known methods', async () => {
  const [answer] = await converse(servers.fastapi, 'BREW /read HTTP/1.1\r\n\r\n')
  assert.equal(answer?.headers['allow'], 'GET, HEAD')
  const names = ['allow', 'connection', 'content-length', 'content-type', 'date', 'vary']
  assert.deepEqual(Object.keys(answer.headers).toSorted(), names)
})

/** Header lines that do not name an origin with certainty. */
const doubtful = [
  ['two origins', `Origin: ${ORIGIN}\r\nOrigin: https://other.example\r\n`],
  ['an origin that continues on the next line', `Origin: ${ORIGIN}\r\n .evil.example\r\n`],
  ['a header whose name only ends in Origin', `X-Origin: ${ORIGIN}\r\n`],
] as const

for (const [title, lines] of doubtful) {
  test(`§4.4 ${title} gets no grants`, async () => {
    const [answer] = await converse(servers.fastapi, `GET /read HTTP/1.1\r\n${lines}A b: c\r\n\r\n`)
    assert.equal(answer?.status, 400)
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
    assert.equal(answer.headers['vary'], 'Origin')
  })
}

test('§4.4 an Origin header that is cut off gets no grants', async () => {
  const socket = open(servers.fastapi, `GET /read HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}`)
  socket.end()
  const [answer] = await answersOn(socket)
  assert.equal(answer?.status, 400)
  assert.equal(answer.headers['access-control-allow-origin'], undefined)
})

/** Several requests on one connection, and the statuses of their responses. */
const pipelines: readonly (readonly [title: string, message: string, statuses: readonly number[]])[] = [
  ['a good request, then a broken one', `${OK}nonsense\r\n\r\n`, [200, 400]],
  [
    'two good requests, then a broken one',
    `${OK}${OK}${GET.replace('@', '')}A b: c\r\n\r\n`,
    [200, 200, 400],
  ],
  [
    'a good request with a body, then a broken one',
    `${chunked('d\r\n{"title":"a"}\r\n0\r\n\r\n')}nonsense\r\n\r\n`,
    [200, 400],
  ],
  ['a good request, then an unknown method', `${OK}BREW /read HTTP/1.1\r\n\r\n`, [200, 405]],
  ['a good request, then a tunnel', `${OK}CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n`, [200, 404]],
  ['a good request, then a bad chunk', `${OK}${chunked('zz\r\n')}`, [200, 400]],
  ['a bad chunk, then a good request', `${chunked('zz\r\n')}${OK}`, [400]],
  ['a broken request, then a good one', `nonsense\r\n\r\n${OK}`, [400]],
  ['no host, then a good request', `GET /read HTTP/1.1\r\n\r\n${OK}`, [400]],
  [
    'a request with Connection: close, then garbage',
    `${OK.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}nonsense`,
    [200],
  ],
  ['too many bytes, then a bad chunk', `${chunked(`200000\r\n${'x'.repeat(2 ** 21)}zz\r\n`)}`, [413]],
]

for (const [title, message, statuses] of pipelines) {
  test(`${title}: responses ${statuses.join(', ')} in order, and the connection is closed`, async () => {
    const answers = await converse(servers.fastapi, message)
    assert.deepEqual(
      answers.map(({ status }) => status),
      statuses,
    )
  })
}

for (const broken of ['nonsense\r\n\r\n', chunked('zz\r\n')]) {
  test(`${JSON.stringify(broken.slice(0, 8))} after a slow request gets its response after that of the slow request`, async () => {
    const begun = once(gate, 'begin')
    const answers = converse(servers.fastapi, `GET /slow HTTP/1.1\r\nHost: x\r\n\r\n${broken}`)
    await begun
    await isServing(servers.fastapi)
    gate.emit('release')
    assert.deepEqual(
      (await answers).map(({ status, body }) => [status, body.slice(0, 9)]),
      [
        [200, '{"title":'],
        [400, '{"detail"'],
      ],
    )
  })
}

test('a broken request does not write into a response that has begun', async () => {
  const socket = open(
    servers.fastapi,
    'POST /stream HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n',
  )
  const whole = textOn(socket, 'latin1')
  await once(socket, 'data')
  socket.write('zz\r\n')
  await isServing(servers.fastapi)
  gate.emit('release')
  assert.match(await whole, /^HTTP\/1\.1 200 .*\r\n4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n$/s)
})

/** What a client sends before it stops sending, and the statuses of its responses. */
const slow: readonly (readonly [title: string, message: string, statuses: readonly number[]])[] = [
  ['half a request line', 'GET /re', [408]],
  ['half the headers', 'GET /read HTTP/1.1\r\nHost: x\r\nOri', [408]],
  ['half a body', `${HEAD.replace('@', '')}Content-Length: 9\r\n\r\n{"a"`, [408]],
  ['half a chunk', chunked('9\r\n{"a"'), [408]],
  ['a request and half of another', `${OK}GET /re`, [200, 408]],
  [
    'half a file',
    upload('--b\r\nContent-Disposition: form-data; name="cover"; filename="a"\r\n\r\nabc'),
    [408],
  ],
  ['half a form', upload('--b\r\nContent-Disposition: form-'), [408]],
  ['nothing', '', []],
]

describe('§7 a client that stops sending', { concurrency: true }, () => {
  for (const [title, message, statuses] of slow) {
    test(`after ${title} gets ${statuses.join(', ') || 'no response'}`, async () => {
      const answers = await converse(servers.hasty, message)
      assert.deepEqual(
        answers.map(({ status }) => status),
        statuses,
      )
      const last = answers.at(-1)
      if (last?.status !== 408) return
      checkFailure(last, { status: 408, detail: /in time/, dialect: 'fastapi' })
      assert.equal(last.headers['vary'], 'Origin')
    })
  }
})

test('§4.4 a slow body gets a 408 with the grants of its request', async () => {
  const [answer] = await converse(
    servers.hasty,
    `${HEAD.replace('@', `Origin: ${ORIGIN}\r\n`)}Content-Length: 9\r\n\r\n{"a"`,
  )
  assert.equal(answer?.status, 408)
  assert.equal(answer.headers['access-control-allow-origin'], ORIGIN)
})

const halves = [
  'G',
  'GET /read HTTP/1.1\r\n',
  `${HEAD.replace('@', '')}Content-Length: 9\r\n\r\n{`,
  chunked('5\r\nab'),
]

for (const message of halves) {
  const shown = JSON.stringify(message.slice(-12))
  test(`a client that ends its side of the connection after ${shown} gets a 400`, async () => {
    const socket = open(servers.fastapi, message)
    socket.end()
    assert.deepEqual(
      (await answersOn(socket)).map(({ status }) => status),
      [400],
    )
  })

  test(`the server goes on when a client disconnects after ${shown}`, async () => {
    for (const leave of ['destroy', 'resetAndDestroy'] as const) {
      const socket = open(servers.fastapi, message)
      await once(socket, 'connect')
      socket[leave]()
    }
    await isServing(servers.fastapi)
  })
}

test('onAnswer receives the response to each broken request once, and onError receives nothing', async () => {
  const notices: string[] = []
  const observed = await start('fastapi', [ORIGIN], { ...hasty, notices })
  errors.length = 0
  await converse(observed, `${OK}nonsense\r\n\r\n`)
  await converse(observed, 'BREW /read HTTP/1.1\r\n\r\n')
  await converse(observed, chunked('zz\r\n'))
  await converse(observed, 'GET /read HTTP/1.1\r\n\r\n')
  // Neither sends the rest.
  const begun = '--b\r\nContent-Disposition: form-data; name="cover"; filename="a"\r\n\r\na'
  await Promise.all([converse(observed, upload(begun)), converse(observed, '')])
  await observed.close()
  assert.deepEqual(notices, ['GET 200', '- 400', 'BREW 405', 'POST 400', 'GET 400', 'POST 408'])
  assert.deepEqual(errors, [])
})

test('onAnswer receives the readable headers of a broken request and the length of its response', async (context) => {
  const notices: unknown[] = []
  const observed = await serve(
    implement(declared, handlers, {
      onAnswer: ({ incoming, bytes }) =>
        notices.push([
          [...incoming.headerNames()],
          incoming.headerLines('origin'),
          incoming.headerLines('cookie'),
          bytes,
        ]),
    }),
    { port: 0 },
  )
  context.after(() => observed.close(0))
  const [known] = await converse(observed, `${GET.replace('@', `Origin: ${ORIGIN}\r\n`)}A b: c\r\n\r\n`)
  const [unknown] = await converse(observed, 'nonsense\r\n\r\n')
  assert.deepEqual(notices, [
    [['origin'], [ORIGIN], [], known?.body.length],
    [[], [], [], unknown?.body.length],
  ])
})

test('the server goes on when a client disconnects before the response to its broken request', async (context) => {
  const answers = Promise.withResolvers<void>()
  const late = wrapExchange(implement(declared, handlers), (exchange) => async (incoming, send) => {
    gate.emit('begin')
    await answers.promise
    exchange(incoming, send)
  })
  const wrapped = await serve(late, { port: 0 })
  context.after(() => wrapped.close(0))
  const begun = once(gate, 'begin')
  const socket = open(wrapped, 'nonsense\r\n\r\n')
  await begun
  socket.resetAndDestroy()
  answers.resolve()
  await isServing(wrapped)
})

test(
  'the server closes the connection after a broken request even if the client does not close its side',
  limits,
  async () => {
    const accepted = nextAccepted()
    const socket = connect({ port: servers.fastapi.port, allowHalfOpen: true })
    socket.write('nonsense\r\n\r\n')
    const taken = await accepted
    await once(socket.resume(), 'end')
    await once(taken, 'close')
    socket.destroy()
  },
)

test("a wrapper's stream in response to a broken request is stopped, and the response is empty", async (context) => {
  const stopped = once(gate, 'stop')
  const stream = () => new ReadableStream<Uint8Array>({ cancel: () => void gate.emit('stop') })
  const wrapped = wrapExchange(implement(declared, handlers), () => (_, send) => {
    send({ status: 400, headers: ['content-length', '5', 'Connection', 'keep-alive'], body: stream() })
  })
  const streaming = await serve(wrapped, { port: 0 })
  context.after(() => streaming.close(0))
  const text = await textOn(open(streaming, 'nonsense\r\n\r\n'))
  assert.match(text, /^HTTP\/1\.1 400 /)
  assert.deepEqual(text.match(/(?:connection|content-length): .*/gi), [
    'connection: close',
    'content-length: 0',
  ])
  assert.ok(text.endsWith('\r\n\r\n'))
  await stopped
})

test("a wrapper's bytes in response to a broken request are sent, but not headers that HTTP forbids", async (context) => {
  let headers = ['x-name', 'value']
  const wrapped = wrapExchange(implement(declared, handlers), () => (_, send) => {
    send({ status: 400, headers, body: new TextEncoder().encode('bytes') })
  })
  const answering = await serve(wrapped, { port: 0 })
  context.after(() => answering.close(0))
  const [whole] = await converse(answering, 'nonsense\r\n\r\n')
  assert.deepEqual([whole?.status, whole?.headers['x-name'], whole?.body], [400, 'value', 'bytes'])
  headers = ['x-name', 'value\r\nx-more: of it']
  const [refused] = await converse(answering, 'nonsense\r\n\r\n')
  assert.deepEqual([refused?.status, refused?.headers['x-more']], [500, undefined])
})

test('§7 after any bytes whatsoever, the next client is served', async () => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString('latin1'))
  const piece = fc.oneof(
    bytes,
    fc.constantFrom(
      OK,
      chunked('zz\r\n'),
      chunked('1\r\n1\r\n0\r\n\r\n'),
      'CONNECT x:1 HTTP/1.1\r\n',
      '\r\n',
    ),
    fc.constantFrom(
      'GET /',
      'HTTP/1.1\r\n',
      `Origin: ${ORIGIN}\r\n`,
      'Content-Length: 5\r\n',
      'Upgrade: a\r\n',
    ),
  )
  const message = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
  await fc.assert(
    fc.asyncProperty(message, async (sent) => {
      const socket = open(servers.fastapi, sent)
      socket.end()
      for (const { status } of await answersOn(socket)) assert.ok(status < 500, `${status}`)
    }),
    { numRuns: 300 },
  )
  await isServing(servers.fastapi)
  assert.deepEqual(errors, [])
})

function chunked(body: string): string {
  return `POST /title HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body}`
}

function upload(body: string): string {
  return `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900\r\n\r\n${body}`
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Expected {
  readonly status: number
  readonly detail: RegExp
  readonly dialect: ErrorDialect
}

function checkFailure({ status, headers, body }: Answer, expected: Expected): void {
  const isProblem = expected.dialect === 'problem'
  const failure = JSON.parse(body)
  assert.equal(status, expected.status)
  assert.equal(headers['content-type'], isProblem ? 'application/problem+json' : 'application/json')
  assert.match(isProblem ? (failure.detail ?? failure.title) : failure.detail, expected.detail)
  if (isProblem) assert.equal(failure.status, expected.status)
}

/** Writes the message and reads until the server closes the connection. */
function converse(server: RunningServer, message: string): Promise<readonly Answer[]> {
  return answersOn(open(server, message))
}

/** Every response on a connection that the server closes, separated by their lengths. */
async function answersOn(socket: Socket): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (let rest = await textOn(socket, 'latin1'); rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n') + 4
    const [line = '', ...lines] = rest.slice(0, end - 4).split('\r\n')
    assert.match(line, /^HTTP\/1\.1 \d{3} [A-Z]/, JSON.stringify(rest))
    const headers = Object.fromEntries(
      lines.map((one) => {
        const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(one) ?? assert.fail(one)
        return [name.toLowerCase(), value]
      }),
    )
    const length = Number(headers['content-length'])
    answers.push({ status: Number(line.slice(9, 12)), headers, body: rest.slice(end, end + length) })
    assert.equal(answers.at(-1)?.body.length, length)
    rest = rest.slice(end + length)
  }
  return answers
}

async function isServing(server: RunningServer): Promise<void> {
  const response = await fetch(`${server.url}/read`)
  assert.deepEqual(await response.json(), { title: 'read' })
}

test('for a wrapper, a broken request has an empty body and reports whether its client has gone', async (context) => {
  const bodyRead = Promise.withResolvers<unknown[]>()
  const gone = Promise.withResolvers<unknown>()
  const wrapped = wrapExchange(implement(declared, handlers), () => (incoming) => {
    const { signal } = incoming
    incoming.whenGone(() => gone.resolve(signal.aborted))
    incoming.readBody(9, (body) => bodyRead.resolve([body, signal.aborted]))
  })
  const asking = await serve(wrapped, { port: 0 })
  context.after(() => asking.close(0))
  const socket = open(asking, 'nonsense\r\n\r\n')
  assert.deepEqual(await bodyRead.promise, [new Uint8Array(), false])
  socket.resetAndDestroy()
  assert.equal(await gone.promise, true)
})
