import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { string } from '@postern/model'
import { openTransports } from '../../test/transports.ts'
import { serve } from '../adapters/node.ts'
import { contract, event, implement, rawReply, routes } from '../index.ts'
import type { Reply } from './reply.ts'

// Callers without types, or with a value of type any, may pass these.
const untyped = rawReply as (body: unknown) => Reply
function handedOn() {
  const bytes = Uint8Array.of(1, 2)
  structuredClone(bytes, { transfer: [bytes.buffer] })
  return bytes
}
let left = Promise.withResolvers<string>()
let given: string[] = []
async function* pieces(...all: readonly unknown[]) {
  try {
    for (const piece of all) {
      given.push(String(piece))
      yield piece
    }
  } finally {
    left.resolve('left')
  }
}

// table: a title, a body, and its name in the message.
const bodies: readonly (readonly [string, () => unknown, string])[] = [
  ['nothing', () => undefined, '[object Undefined]'],
  ['a number', () => 5, '[object Number]'],
  ['data', () => ({ a: 1 }), '[object Object]'],
  ['a buffer', () => new ArrayBuffer(3), '[object ArrayBuffer]'],
  ['numbers other than bytes', () => new Uint16Array(3), '[object Uint16Array]'],
  ['a blob', () => new Blob(['abc']), '[object Blob]'],
  ['a list of strings', () => ['a'], '[object Array]'],
  ['a generator function', () => pieces, '[object AsyncGeneratorFunction]'],
  ['transferred bytes', handedOn, 'a Uint8Array that was transferred'],
]

let body: () => unknown
const reported: string[] = []
const api = implement(
  contract({ title: 'Raw', version: '1', routes: { raw: routes().get('/raw', {}) } }),
  { raw: () => untyped(body()) },
  { onError: (notice) => void reported.push('error' in notice ? String(notice.error) : '') },
)
const { transports } = await openTransports(api)

// table: the declared media type, the reply's own content type, and the one that is sent.
const types: readonly (readonly [
  mediaType: string | undefined,
  own: string | undefined,
  sent: string | null,
])[] = [
  ['text/csv', undefined, 'text/csv; charset=utf-8'],
  ['text/csv', 'text/csv; header=absent', 'text/csv; header=absent'],
  ['image/png', undefined, 'image/png'],
  [undefined, 'image/png', 'image/png'],
  [undefined, undefined, null],
]
for (const [mediaType, own, sent] of types) {
  test(`a raw reply of ${own ?? 'no type'} with the media type ${mediaType} is sent as ${sent}`, async () => {
    const file = routes().get('/file', mediaType === undefined ? {} : { mediaType })
    const { fetch } = implement(contract({ title: 'Files', version: '1', routes: { file } }), {
      file: () => rawReply(new Uint8Array(3), own === undefined ? {} : { headers: { 'content-type': own } }),
    })
    assert.equal((await fetch(new Request('http://x/file'))).headers.get('content-type'), sent)
  })
}

// table: the status of the operation, the raw reply, and the status, content type and body of the response.
const statuses: readonly (readonly [number | undefined, () => Reply, readonly unknown[]])[] = [
  [undefined, () => rawReply('a'), [200, 'text/csv; charset=utf-8', 'a']],
  [202, () => rawReply('a'), [202, 'text/csv; charset=utf-8', 'a']],
  [202, () => untyped(pieces('a')), [202, 'text/csv; charset=utf-8', 'a']],
  [202, () => rawReply('a', { status: 200 }), [200, 'text/csv; charset=utf-8', 'a']],
  [undefined, () => rawReply('a', { status: 206 }), [206, 'text/csv; charset=utf-8', 'a']],
  [undefined, () => rawReply('a', { status: 404 }), [404, 'text/csv; charset=utf-8', 'a']],
  [undefined, () => rawReply(null, { status: 404 }), [404, null, '']],
  [204, () => rawReply(null), [204, null, '']],
  [204, () => rawReply('a', { status: 200 }), [200, null, 'a']],
  [204, () => rawReply('a'), [500, 'text/plain; charset=utf-8', 'Internal Server Error']],
]
for (const [status = 200, reply, expected] of statuses) {
  test(`a raw reply of an operation with status ${status} is sent as ${expected.join(', ')}`, async () => {
    const errors: unknown[] = []
    const file = routes().get('/file', status === 204 ? { status } : { status, mediaType: 'text/csv' })
    const { fetch } = implement(
      contract({ title: 'Files', version: '1', routes: { file } }),
      { file: reply },
      { onError: (notice) => errors.push('error' in notice ? String(notice.error) : notice.issues) },
    )
    const answer = await fetch(new Request('http://x/file'))
    assert.deepEqual([answer.status, answer.headers.get('content-type'), await answer.text()], expected)
    const why = 'TypeError: A response with the status 204 has no body; write null'
    assert.deepEqual(errors, answer.status === 500 ? [why] : [])
  })
}

test('an operation with a media type that returns no raw reply is a 500, and not JSON', async () => {
  const table = routes().get('/table/{how}', { params: { how: string() }, mediaType: 'text/csv' })
  const errors: unknown[] = []
  const { fetch } = implement(
    contract({ title: 'Tables', version: '1', routes: { table } }),
    {
      // Code without types may return this.
      table: ({ params, reply }) =>
        params.how === 'reply' ? Reflect.apply(reply, undefined, [200, null]) : JSON.parse('null'),
    },
    { onError: (notice) => void errors.push('error' in notice && String(notice.error)) },
  )
  for (const how of ['reply', 'nothing']) {
    const answer = await fetch(new Request(`http://x/table/${how}`))
    assert.deepEqual([answer.status, await answer.text()], [500, 'Internal Server Error'])
    assert.equal(
      errors.pop(),
      'TypeError: The handler returned no rawReply, which its mediaType is for; return rawReply(…)',
    )
  }
})

test('without onError, a raw stream that was already read is a 500, and the server goes on', async (context) => {
  const kept = rawReply(new Blob(['abc']).stream())
  const server = await serve(
    implement(contract({ title: 'Raw', version: '1', routes: { raw: routes().get('/raw', {}) } }), {
      raw: () => kept,
    }),
    { port: 0 },
  )
  context.after(() => server.close(0))
  const answers: string[] = []
  for (let turn = 0; turn < 3; turn++) answers.push(await (await fetch(`${server.url}/raw`)).text())
  assert.deepEqual(answers, ['abc', 'Internal Server Error', 'Internal Server Error'])
})

test('without onError, a raw stream of objects is cut off, and the server goes on', async (context) => {
  const data = () => untyped(new ReadableStream({ start: (controller) => controller.enqueue({ a: 1 }) }))
  const server = await serve(
    implement(contract({ title: 'Raw', version: '1', routes: { raw: routes().get('/raw', {}) } }), {
      raw: data,
    }),
    { port: 0 },
  )
  context.after(() => server.close(0))
  await assert.rejects(async () => (await fetch(`${server.url}/raw`)).text())
  await assert.rejects(async () => (await fetch(`${server.url}/raw`)).text())
})

for (const [transport, ask] of Object.entries(transports)) {
  for (const [title, make, shape] of bodies) {
    test(`${title} as a raw body is a 500, and the server goes on, ${transport}`, async () => {
      body = make
      const answer = await ask('/raw')
      assert.deepEqual([answer.status, await answer.text()], [500, 'Internal Server Error'])
      const expected = `${shape} is not a body; write a string, a Uint8Array, a generator of these, a ReadableStream or null`
      assert.equal(reported.at(-1), `TypeError: ${expected}`)
    })
  }

  test(`a generator of strings and bytes is a raw body, ${transport}`, async () => {
    body = () => pieces('é,', '', Uint8Array.of(97, 98), '\n')
    assert.equal(await (await ask('/raw')).text(), 'é,ab\n')
    body = function* () {
      yield 'at '
      yield 'once'
    }
    assert.equal(await (await ask('/raw')).text(), 'at once')
  })

  test(`a generator may reuse the bytes that it gave, ${transport}`, async () => {
    const bytes = new Uint8Array(3)
    body = function* () {
      for (const text of ['one', 'two', 'end']) {
        new TextEncoder().encodeInto(text, bytes)
        yield bytes
      }
    }
    assert.equal(await (await ask('/raw')).text(), 'onetwoend')
  })

  test(`a generator without pieces is an empty body, ${transport}`, async () => {
    body = () => pieces()
    const answer = await ask('/raw')
    assert.deepEqual([answer.status, await answer.text()], [200, ''])
  })

  test(`a generator of pieces that gives an event is cut off, ${transport}`, async () => {
    body = () => pieces('a', event({ data: 'b' }))
    await assert.rejects(async () => (await ask('/raw')).text())
    assert.match(reported.at(-1) ?? '', /^TypeError: A generator yielded \[object Object\];/)
  })

  test(`a generator that throws or gives an invalid piece is cut off and reported, ${transport}`, async () => {
    left = Promise.withResolvers()
    body = () => pieces('a', { b: 1 }, 'c')
    await assert.rejects(async () => (await ask('/raw')).text())
    const expected = 'A generator yielded [object Object]; yield strings or Uint8Arrays'
    assert.equal(reported.at(-1), `TypeError: ${expected}`)
    assert.equal(await left.promise, 'left')
    body = function* () {
      yield 'a'
      throw new Error('the disk is on fire')
    }
    await assert.rejects(async () => (await ask('/raw')).text())
    assert.equal(reported.at(-1), 'Error: the disk is on fire')
    body = function* () {
      yield* []
      throw rawReply(null, { status: 204 })
    }
    await assert.rejects(async () => (await ask('/raw')).text())
    assert.match(
      reported.at(-1) ?? '',
      /^TypeError: A source ended with a reply after the response had begun/,
    )
  })

  test(`a client that leaves ends the generator, which is not reported, ${transport}`, async () => {
    left = Promise.withResolvers()
    const before = reported.length
    // More than all buffers on the way hold.
    body = () => pieces(...Array(1000).fill('b'.repeat(1_000_000)))
    given = []
    const reader = (await ask('/raw')).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    assert.equal(await left.promise, 'left')
    assert.ok(given.length < 1000, 'it is asked for no more than is taken')
    assert.equal(reported.length, before)
  })

  test(`HEAD does not start a generator, ${transport}`, async () => {
    given = []
    body = () => pieces('a')
    assert.equal((await ask('/raw', { method: 'HEAD' })).status, 200)
    assert.deepEqual(given, [])
  })

  test(`a raw stream of objects is cut off and stopped, and the server goes on, ${transport}`, async () => {
    const stopped = Promise.withResolvers<void>()
    const start = (controller: ReadableStreamDefaultController<unknown>) => controller.enqueue({ a: 1 })
    body = () => new ReadableStream({ start, cancel: () => stopped.resolve() })
    await assert.rejects(async () => (await ask('/raw')).text())
    await stopped.promise
    assert.equal(reported.at(-1), 'TypeError: A stream produced [object Object]; enqueue Uint8Arrays')
  })

  test(`a raw stream of transferred bytes is cut off, ${transport}`, async () => {
    body = () => {
      const bytes = Uint8Array.of(1, 2)
      return new ReadableStream({
        pull(controller) {
          controller.enqueue(bytes)
          structuredClone(bytes, { transfer: [bytes.buffer] })
        },
      })
    }
    await assert.rejects(async () => (await ask('/raw')).text())
    const expected = 'A stream produced a Uint8Array that was transferred; enqueue Uint8Arrays'
    assert.equal(reported.at(-1), `TypeError: ${expected}`)
  })

  test(`a raw stream that was already read is a 500 and reported to onError, ${transport}`, async () => {
    const stream = new Blob(['abc']).stream()
    stream.getReader()
    body = () => stream
    assert.equal((await ask('/raw')).status, 500)
    const expected = 'The stream of a raw reply has already been read; create a new one for each response'
    assert.equal(reported.at(-1), `TypeError: ${expected}`)
  })

  test(`bytes of another realm are a raw body, ${transport}`, async () => {
    body = () => runInNewContext('Uint8Array.of(97, 98)')
    assert.equal(await (await ask('/raw')).text(), 'ab')
  })
}
