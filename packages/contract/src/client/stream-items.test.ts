import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datetime, integer, Model } from '@postern/model'
import { collect } from '../../test/collect.ts'
import { inPieces } from '../../test/in-pieces.ts'
import { createClient } from '../client.ts'
import { contract, implement, jsonLines, routes, serverSentEvents } from '../index.ts'
import { readItems } from './stream-items.ts'

const texts: readonly [string, 'json-lines' | 'server-sent-events', string, unknown][] = [
  ['a line each', 'json-lines', '{"n":1}\n{"n":2}\n', [{ n: 1 }, { n: 2 }]],
  ['the last without its end', 'json-lines', '1\n2', [1, 2]],
  ['blank lines and carriage returns', 'json-lines', '1\r\n\r\n2\r\n', [1, 2]],
  ['nothing', 'json-lines', '', []],
  ['an event each', 'server-sent-events', 'data: {"n":1}\n\ndata:2\n\n', [{ n: 1 }, 2]],
  ['data in several lines', 'server-sent-events', 'data: [1,\ndata: 2]\n\n', [[1, 2]]],
  ['comments and other fields', 'server-sent-events', ': hello\nid: 7\nretry: 1\ndata: 1\n\n: bye\n\n', [1]],
  ['an event that was cut off', 'server-sent-events', 'data: 1\n\ndata: 2', [1]],
  ['an event without its blank line', 'server-sent-events', 'data: 1\n\ndata: 2\n', [1]],
  ['line separators within data', 'server-sent-events', 'data: "\u2028\u2029"\n\n', ['\u2028\u2029']],
  ['carriage returns as ends', 'server-sent-events', 'data: 1\r\rdata: 2\r\r', [1, 2]],
  ['both as ends', 'server-sent-events', 'data: [1,\r\ndata: 2]\r\n\r\n', [[1, 2]]],
  [
    'the end of one that went wrong',
    'server-sent-events',
    'data: 1\n\nevent: error\ndata: {}\n\n',
    /broke off: \{\}/,
  ],
  ['what is not JSON', 'json-lines', '1\nno\n', SyntaxError],
]

for (const [title, framing, text, expected] of texts) {
  for (const size of [1, 3, 1000]) {
    test(`${framing} in pieces of ${size}: ${title}`, async () => {
      const reading = collect(readItems(inPieces(text, size), { framing }))
      if (Array.isArray(expected)) assert.deepEqual(await reading, expected)
      else await assert.rejects(reading, expected as RegExp)
    })
  }
}

test('a character that is split between two pieces is read whole', async () => {
  assert.deepEqual(await collect(readItems(inPieces('"é😀"\n', 1), { framing: 'json-lines' })), ['é😀'])
})

test('a long line is read in time linear in its length, even in many pieces', {
  timeout: 10_000,
}, async () => {
  const encoder = new TextEncoder()
  const pieces = ['"', ...Array.from({ length: 16_384 }, () => ' '.repeat(1024)), '"'].values()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Each in a turn of its own, so that the timeout can end the test in between.
      await new Promise((resolve) => setImmediate(resolve))
      const { done, value } = pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
  const [line] = await collect(readItems(body, { framing: 'json-lines' }))
  assert.equal(typeof line === 'string' && line.length, 16_384 * 1024)
})

class Tick extends Model({ n: integer(), at: datetime() }) {}

const { get } = routes()
const clock = contract({
  title: 'Clock',
  version: '1',
  routes: {
    lines: get('/lines', { response: jsonLines(Tick) }),
    events: get('/events', { response: serverSentEvents(Tick), query: { misfits: integer({ default: 0 }) } }),
  },
})
let stopped = 0
function* ticks() {
  try {
    for (let n = 1; ; n++) yield { n, at: '2026-01-02T03:04:05Z' }
  } finally {
    stopped++
  }
}
const api = implement(clock, { lines: ticks, events: ticks })
const terms = { baseUrl: 'http://clock.example', fetch: api.fetch }

for (const name of ['lines', 'events'] as const) {
  test(`a client reads items as they come, and can stop: ${name}`, async () => {
    const before = stopped
    const answer = await createClient(clock, { ...terms, validate: true })[name]()
    assert.ok(answer.status === 200)
    assert.match(answer.headers.get('content-type') ?? '', /^(?:application\/jsonl|text\/event-stream)/)
    const seen: number[] = []
    for await (const tick of answer.body) {
      assert.ok(tick instanceof Tick)
      seen.push(tick.n)
      if (tick.n === 3) break
    }
    assert.deepEqual(seen, [1, 2, 3])
    assert.equal(stopped, before + 1)
  })
}

test('without validate, an item is the JSON that came', async () => {
  const answer = await createClient(clock, terms).lines()
  for await (const tick of answer.body) {
    assert.deepEqual(tick, { n: 1, at: '2026-01-02T03:04:05Z' })
    break
  }
})

test('with validate, an item that does not fit rejects', async () => {
  const fetch = async () =>
    new Response('{"n":"one"}\n', { headers: { 'content-type': 'application/jsonl' } })
  const answer = await createClient(clock, { ...terms, fetch, validate: true }).lines()
  await assert.rejects(collect(answer.body), {
    message:
      /lines answered 200, with 2 validation issues for the body\n {2}n: Input should be a valid integer/,
    status: 200,
    body: { n: 'one' },
  })
})

// table: a response with the status of a stream, and its items; a pattern if the call rejects.
const answers: readonly (readonly ['lines' | 'events', string | undefined, string | null, unknown])[] = [
  ['events', 'text/event-stream', 'data: 1\n\n', [1]],
  ['events', 'Text/Event-Stream;charset=utf-8', 'data: 1\n\n', [1]],
  ['events', 'text/event-stream', null, []],
  ['events', 'text/html; charset=utf-8', '<!doctype html>\n', /^events answered 200 as text\/html, which/],
  ['events', 'application/json', '{}', /^events answered 200 as application\/json, which is not declared$/],
  ['events', undefined, null, /^events answered 200 as no media type, which is not declared$/],
  ['lines', 'application/jsonl', '1\n', [1]],
  ['lines', 'application/jsonl', null, []],
  ['lines', 'text/html', '<!doctype html>\n', /^lines answered 200 as text\/html, which is not declared$/],
  ['lines', 'application/json', '{}', /^lines answered 200 as application\/json, which is not declared$/],
]

for (const [name, type, text, expected] of answers) {
  test(`${name} with a response of type ${type ?? 'none'}: ${text}`, async () => {
    const headers: HeadersInit = type === undefined ? {} : { 'content-type': type }
    const fetch = async () => new Response(text, { headers })
    const asked = createClient(clock, { ...terms, fetch })[name]()
    const reading = asked.then(({ status, body }) => (status === 200 ? collect(body) : assert.fail()))
    if (Array.isArray(expected)) assert.deepEqual(await reading, expected)
    else await assert.rejects(reading, { name: 'UnexpectedAnswerError', message: expected as RegExp })
  })
}

test('a response in place of a stream is not read, because it may never end', async () => {
  const cancelled = Promise.withResolvers<void>()
  const body = new ReadableStream({
    cancel() {
      cancelled.resolve()
      throw new Error('It is gone already')
    },
  })
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/html' } })
  await assert.rejects(createClient(clock, { ...terms, fetch }).events(), { body: null })
  await cancelled.promise
})

test('a refused request results in a 422 without items', async () => {
  const answer = await createClient(clock, terms).events({ query: { misfits: JSON.parse('"x"') } })
  assert.equal(answer.status, 422)
})
