import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { integer } from '@postern/model'
import { serve } from '../src/adapters/node.ts'
import { createClient } from '../src/client.ts'
import {
  ContractError,
  contract,
  describeContract,
  type ErrorNotice,
  implement,
  rawReply,
  routes,
  stream,
} from '../src/index.ts'
import { converse, open, takesAll } from './socket.ts'
import { openTransports } from './transports.ts'

const { put } = routes()
const counted = {
  query: { n: integer({ default: 0 }) },
  body: stream({ limit: 300_000 }),
  response: integer(),
}
const declared = contract({
  title: 'Streams',
  version: '1',
  routes: {
    count: put('/count', counted),
    usual: put('/usual', { body: stream(), response: integer() }),
    echo: put('/echo', { body: stream(), mediaType: 'application/octet-stream' }),
    ignore: put('/ignore', counted),
    half: put('/half', counted),
    drop: put('/drop', counted),
    hang: put('/hang', counted),
    answer: put('/answer', counted),
  },
})

type Bytes = ReadableStream<Uint8Array>

async function sizeOf(body: Bytes): Promise<number> {
  let size = 0
  for await (const piece of body) size += piece.length
  return size
}

let calls = 0
let begun = Promise.withResolvers<Uint8Array>()
let broken = Promise.withResolvers<unknown>()
const notices: ErrorNotice[] = []

const api = implement(
  declared,
  {
    count({ body }) {
      calls++
      return sizeOf(body)
    },
    usual: ({ body }) => sizeOf(body),
    echo: ({ body }) => rawReply(body),
    ignore: () => 1,
    async half({ body }) {
      const { value = new Uint8Array() } = await body.getReader().read()
      begun.resolve(value)
      return 1
    },
    async drop({ body }) {
      await body.cancel()
      return 1
    },
    async hang({ body }) {
      await sizeOf(body).catch(broken.resolve)
      return new Promise(() => undefined)
    },
    answer: ({ body }) => sizeOf(body).catch(() => 1),
  },
  { onError: (notice) => notices.push(notice) },
)

const { transports, server } = await openTransports(api)

const tooLarge = { detail: 'Content Too Large' }
const invalid = {
  detail: [
    {
      type: 'int_parsing',
      loc: ['query', 'n'],
      msg: 'Input should be a valid integer, unable to parse string as an integer',
      input: 'x',
    },
  ],
}

/** A body without a length. */
function inChunks(size: number): Bytes {
  return new Blob(['.'.repeat(size)]).stream()
}

const scenarios: readonly (readonly [
  title: string,
  target: string,
  body: string | number,
  status: number,
  answer: unknown,
])[] = [
  ['a body arrives unchanged', '/count', 'bytes', 200, 5],
  ['a body may be empty', '/count', '', 200, 0],
  ['a body at the limit is accepted', '/count', '.'.repeat(300_000), 200, 300_000],
  ['a body without a length at the limit is accepted', '/count', 300_000, 200, 300_000],
  ['a body beyond the limit is refused', '/count', '.'.repeat(300_001), 413, tooLarge],
  ['a body without a length beyond the limit is refused', '/count', 300_001, 413, tooLarge],
  ['a body beyond the limit is refused even if its handler waits for ever', '/hang', 300_001, 413, tooLarge],
  ['a body beyond the limit is refused even if its handler accepts less', '/answer', 300_001, 413, tooLarge],
  ['a body without its own limit has that of the api', '/usual', 2 ** 20, 200, 2 ** 20],
  ['a body beyond the limit of the api is refused', '/usual', 2 ** 20 + 1, 413, tooLarge],
  ['a body that nothing reads is discarded', '/ignore', 'bytes', 200, 1],
  ['wrong parameters are reported without the body', '/count?n=x', 'bytes', 422, invalid],
  [
    'wrong parameters are reported before a body that is too large',
    '/count?n=x',
    '.'.repeat(300_001),
    422,
    invalid,
  ],
]

for (const [transport, ask] of Object.entries(transports)) {
  for (const [title, target, body, status, expected] of scenarios) {
    test(`§4.2.1 ${title} (${transport})`, async () => {
      const init = { method: 'PUT', body: typeof body === 'number' ? inChunks(body) : body, duplex: 'half' }
      const answer = await ask(target, init as RequestInit)
      assert.deepEqual([answer.status, await answer.json()], [status, expected])
      assert.deepEqual(notices, [])
    })
  }

  test(`§4.2.1 an echoed body is sent back unchanged, whatever its type (${transport})`, async () => {
    const body = new Uint8Array([0, 255, 13, 10, 128])
    const headers = { 'content-type': 'application/json' }
    const answer = await ask('/echo', { method: 'PUT', headers, body })
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
    assert.deepEqual(new Uint8Array(await answer.arrayBuffer()), body)
  })
}

/** A body of 400,000 bytes, the pieces of it that were requested, and a promise for its end. */
function source() {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const asked: number[] = []
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        asked.push(10_000)
        controller.enqueue(new Uint8Array(10_000))
        if (asked.length < 40) return
        controller.close()
        resolve()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, asked, ended }
}

const put400 = (target: string, body: Bytes) => {
  const init = { method: 'PUT', body, duplex: 'half' }
  return api.fetch(new Request(`http://x${target}`, init as RequestInit))
}

for (const [why, target, status] of [
  ['its handler cancels it', '/drop', 200],
  ['it is too large', '/answer', 413],
] as const) {
  test(`the rest of a body is discarded if ${why}`, { timeout: 20_000 }, async () => {
    const { body, ended } = source()
    assert.equal((await put400(target, body)).status, status)
    await ended
  })
}

test('a body is not read before its handler reads it', async () => {
  const { body, asked } = source()
  assert.equal((await put400('/ignore', body)).status, 200)
  assert.deepEqual(asked, [])
})

const head = (target: string, length: string) => `PUT ${target} HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`

test('§4.2.1 a body is read while it arrives', async () => {
  begun = Promise.withResolvers()
  const socket = open(server, `${head('/half', 'Content-Length: 10')}begun`)
  assert.equal(String(Buffer.from(await begun.promise)), 'begun')
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1.1 200 /)
  socket.destroy()
})

test('a handler is not called if the declared length is too large or its parameters are wrong', async () => {
  calls = 0
  for (const target of ['/count', '/count?n=x']) {
    const socket = open(server, head(target, 'Content-Length: 300001'))
    await once(socket, 'data')
    socket.destroy()
  }
  assert.equal(calls, 0)
})

test('the next request on a connection gets its response, even if little of a body was read', async () => {
  const body = '.'.repeat(250_000)
  const last = 'GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  for (const target of ['/ignore', '/half', '/drop', '/answer']) {
    const message = head(target, `Content-Length: ${body.length}`) + body
    const statuses = (await converse(server, message, last)).match(/HTTP\/1.1 \d+/g)
    assert.deepEqual(statuses, ['HTTP/1.1 200', 'HTTP/1.1 404'], target)
  }
})

test('a failure in the middle of a long body is the last response on its connection', async () => {
  const body = '.'.repeat(250_000)
  const message = head('/count?n=x', `Content-Length: ${body.length}`) + body
  const answered = await converse(server, message, head('/none', 'Content-Length: 0'))
  assert.deepEqual(answered.match(/HTTP\/1.1 \d+|connection: \w+/gi), ['HTTP/1.1 422', 'Connection: close'])
})

test('a client that disconnects breaks off its body', async () => {
  broken = Promise.withResolvers()
  const socket = open(server, `${head('/hang', 'Content-Length: 10')}begun`)
  setImmediate(() => socket.end())
  assert.match(String(await broken.promise), /The client went away/)
})

test('a body with invalid chunks is refused even if its handler waits for ever', async () => {
  const message = `${head('/hang', 'Connection: close\r\nTransfer-Encoding: chunked')}5\r\nbytes\r\nnone\r\n`
  assert.match(await converse(server, message), /^HTTP\/1.1 400 /)
})

test('a sender waits for a reader that does not read', { timeout: 20_000 }, async () => {
  const started = Promise.withResolvers<void>()
  const hold = put('/hold', { body: stream({ limit: 2 ** 30 }), response: integer() })
  const slow = implement(contract({ title: 'Slow', version: '1', routes: { hold } }), {
    async hold({ body }) {
      await body.getReader().read()
      started.resolve()
      return new Promise<number>(() => undefined)
    },
  })
  const other = await serve(slow, { port: 0 })
  const sender = open(other, `${head('/hold', `Content-Length: ${2 ** 30}`)}begun`)
  await started.promise
  assert.equal(await takesAll(sender), false, 'the connection took all that was sent')
  sender.destroy()
  await other.close(0)
})

test('the typed client sends strings, bytes and blobs', async () => {
  const client = createClient(declared, { baseUrl: server.url })
  for (const body of ['bytes', new Uint8Array(5), new Blob(['bytes'], { type: 'text/plain' })])
    assert.deepEqual(await client.count({ body }).then(({ status, body }) => [status, body]), [200, 5])
})

test('the document describes a stream body as bytes', () => {
  const { paths } = JSON.parse(JSON.stringify(describeContract(declared)))
  assert.deepEqual(paths['/echo'].put.requestBody, {
    content: { 'application/octet-stream': { schema: {} } },
  })
  assert.deepEqual(Object.keys(paths['/count'].put.responses), ['200', '400', '408', '413', '422', '500'])
})

test('a wrong limit is reported at start', () => {
  const wrong = contract({
    title: 'Wrong',
    version: '1',
    routes: { wrong: put('/wrong', { body: stream({ limit: -1 }), response: integer() }) },
  })
  assert.throws(
    () => implement(wrong, { wrong: () => 1 }),
    (error) => error instanceof ContractError && /limit is -1/.test(error.message),
  )
})
