import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, Model, string } from '@postern/model'
import {
  contract,
  type ErrorNotice,
  event,
  HttpError,
  implement,
  jsonLines,
  rawReply,
  routes,
  serverSentEvents,
} from '../src/index.ts'
import { converse } from './socket.ts'
import { openTransports } from './transports.ts'

class Post extends Model({ id: integer(), title: string() }) {}

const { get } = routes()
const query = { case: string({ default: 'good' }) }
const stored = { id: 1, title: 'a\n"b"', password: 'hunter2' }
const notices: ErrorNotice[] = []
const dropped: unknown[] = []
let stopped = Promise.withResolvers<string>()
let pulled = 0
let enough = Promise.withResolvers<void>()

async function* failing(status: number): AsyncGenerator<typeof stored> {
  await Promise.reject(new HttpError(status))
  yield stored
}
/** A source without items that returns or throws a reply. */
async function* refusing<Answer>(answer: Answer): AsyncGenerator<typeof stored, Answer> {
  yield* []
  return answer
}
const misfit = { ...stored, id: JSON.parse('"one"') }
const sources: Readonly<Record<string, () => Iterable<typeof stored> | AsyncIterable<typeof stored>>> = {
  good: () => [stored, { ...stored, id: 2 }],
  empty: () => [],
  async *late() {
    yield stored
    await Promise.resolve()
    yield { ...stored, id: 2 }
  },
  broken: () => ({
    [Symbol.iterator]: () => ({
      next() {
        throw new Error('hunter2')
      },
    }),
  }),
  misfit: () => [misfit],
  none: () => JSON.parse('7'),
  text: () => JSON.parse('"text"'),
  named: () => [event({ data: stored })] as unknown[] as (typeof stored)[],
  clumsy: () => {
    const items = [stored, misfit].values()
    return {
      [Symbol.iterator]: () => ({
        next: () => items.next(),
        return() {
          throw new Error('clumsy')
        },
      }),
    }
  },
  async *patient() {
    yield stored
    await enough.promise
    yield { ...stored, id: 2 }
  },
  touchy: () => {
    const gone = Promise.withResolvers<never>()
    gone.promise.catch(() => undefined)
    let count = 0
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => (count++ === 0 ? Promise.resolve({ value: stored }) : gone.promise),
        return: async () => {
          gone.reject(new Error('touchy'))
          stopped.resolve('touchy')
          return { done: true, value: undefined }
        },
      }),
    }
  },
  async *'late throw'() {
    yield stored
    throw new Error('hunter2')
  },
  *'late misfit'() {
    try {
      yield stored
      yield misfit
    } finally {
      stopped.resolve('late misfit')
    }
  },
  missing: () => failing(404),
  forbidden: () => failing(403),
  *'late missing'() {
    yield stored
    throw new HttpError(404)
  },
  *'late getter'() {
    try {
      yield stored
      yield {
        ...stored,
        get title(): string {
          throw new Error('hunter2')
        },
      }
    } finally {
      stopped.resolve('late getter')
    }
  },
  *endless() {
    try {
      for (pulled = 1; ; pulled++) yield { ...stored, title: 'x'.repeat(10_000) }
    } finally {
      stopped.resolve('endless')
    }
  },
  tardy: () => {
    const behind = Promise.withResolvers<IteratorResult<typeof stored>>()
    let given = 0
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => (given++ === 0 ? Promise.resolve({ value: stored }) : behind.promise),
        return: async () => {
          behind.resolve({ value: misfit })
          stopped.resolve('tardy')
          return { done: true, value: undefined }
        },
      }),
    }
  },
  silent: () => ({
    [Symbol.asyncIterator]: () => ({
      next: () => (pulled++ === 0 ? Promise.resolve({ value: stored }) : new Promise(() => undefined)),
      return: async () => {
        stopped.resolve('silent')
        return { done: true, value: undefined }
      },
    }),
  }),
}

const api = implement(
  contract({
    title: 'Streams',
    version: '1',
    routes: {
      lines: get('/lines', { query, response: jsonLines(Post), errors: { 404: 'No such source' } }),
      events: get('/events', { query, response: serverSentEvents(Post), errors: { 404: 'No such source' } }),
      replying: get('/replying', {
        query,
        response: jsonLines(Post),
        responses: { 303: 'Elsewhere' },
        errors: { 404: 'No such source' },
      }),
      direct: get('/direct', {
        query,
        response: jsonLines(Post),
        responses: { 203: Post },
        errors: { 404: 'No such source' },
      }),
      impatient: get('/impatient', { response: serverSentEvents(Post, { keepAlive: 10 }) }),
      created: get('/created', { response: jsonLines(Post), status: 202 }),
    },
  }),
  {
    lines: ({ query, fail }) => sources[query.case]?.() ?? fail(404),
    events: async ({ query }) => sources[query.case]?.() ?? [],
    async *replying({ query, fail, reply }) {
      if (query.case === 'fail') return fail(404)
      if (query.case === 'reply') return reply(303, null, { headers: { location: '/lines' } })
      yield { id: stored.id, title: stored.title }
      if (query.case === 'late') return fail(404)
      if (query.case === 'thrown') throw fail(404)
      return undefined
    },
    direct({ query, fail, reply }) {
      if (query.case === 'reply') return reply(203, { id: 1, title: 'a' })
      if (query.case === 'raw') return rawReply('raw')
      return reply(200, refusing(fail(404)))
    },
    impatient: () => sources.patient?.() ?? [],
    created: ({ reply }) => reply(202, [stored], { headers: { 'X-Total': '1' } }),
  },
  {
    cors: { allowOrigins: ['https://app.example'] },
    onError: (notice) => notices.push(notice),
    onDrop: (notice) => dropped.push(notice),
  },
)

const first = '{"id":1,"title":"a\\n\\"b\\""}'
const second = '{"id":2,"title":"a\\n\\"b\\""}'
const eventsType = 'text/event-stream; charset=utf-8'
const crash = 'Internal Server Error'
const lastWords = 'event: error\ndata: {"detail":"Internal Server Error"}\n\n'

interface Scenario {
  readonly title: string
  readonly target: string
  readonly status: number
  readonly type: string
  readonly body: string
  /** What onError receives; a string stands for the message of an error. */
  readonly reported?: unknown
}

const misfitAt = (index: number) => [{ type: 'int_parsing', at: ['response', index, 'id'] }]

const scenarios: readonly Scenario[] = [
  {
    title: '§4.3.1 JSON lines are filtered, with one item on each line',
    target: '/lines',
    status: 200,
    type: 'application/jsonl',
    body: `${first}\n${second}\n`,
  },
  {
    title: '§4.3.1 server-sent events are filtered, with one item in each event',
    target: '/events',
    status: 200,
    type: eventsType,
    body: `data: ${first}\n\ndata: ${second}\n\n`,
  },
  {
    title: 'an async source is streamed',
    target: '/lines?case=late',
    status: 200,
    type: 'application/jsonl',
    body: `${first}\n${second}\n`,
  },
  {
    title: 'a source without items is an empty response',
    target: '/events?case=empty',
    status: 200,
    type: eventsType,
    body: '',
  },
  {
    title: 'a reply with status and headers streams too',
    target: '/created',
    status: 202,
    type: 'application/jsonl',
    body: `${first}\n`,
  },
  {
    title: 'a declared failure in place of a stream is sent',
    target: '/lines?case=unknown',
    status: 404,
    type: 'application/json',
    body: '{"detail":"No such source"}',
  },
  ...['/lines', '/events'].map((path) => ({
    title: `a declared failure that a source throws at once is sent, ${path}`,
    target: `${path}?case=missing`,
    status: 404,
    type: 'application/json',
    body: '{"detail":"No such source"}',
  })),
  {
    title: 'an undeclared failure that a source throws at once is a 500',
    target: '/lines?case=forbidden',
    status: 500,
    type: 'text/plain; charset=utf-8',
    body: crash,
    reported: "An HttpError has 403, which is not declared; add errors: { 403: '…' }",
  },
  {
    title: 'a failure that a source throws after an item is an error event',
    target: '/events?case=late missing',
    status: 200,
    type: eventsType,
    body: `data: ${first}\n\n${lastWords}`,
    reported: 'HTTP 404',
  },
  {
    title: '§4.3.3 a source that fails at once is a 500 without details',
    target: '/lines?case=broken',
    status: 500,
    type: 'text/plain; charset=utf-8',
    body: crash,
    reported: 'hunter2',
  },
  {
    title: '§4.3.3 a first item that does not fit is a 500 without details',
    target: '/events?case=misfit',
    status: 500,
    type: 'text/plain; charset=utf-8',
    body: crash,
    reported: misfitAt(0),
  },
  {
    title: '§4.3.3 a value that is not iterable is a 500',
    target: '/lines?case=none',
    status: 500,
    type: 'text/plain; charset=utf-8',
    body: crash,
    reported:
      'The handler of a stream returned no iterable; return an array, a generator or an async generator',
  },
  {
    title: '§4.3.3 a string in place of a source is a 500',
    target: '/lines?case=text',
    status: 500,
    type: 'text/plain; charset=utf-8',
    body: crash,
    reported:
      'The handler of a stream returned no iterable; return an array, a generator or an async generator',
  },
  {
    title: '§4.3.3 an event in place of a JSON line is a 500',
    target: '/lines?case=named',
    status: 500,
    type: 'text/plain; charset=utf-8',
    body: crash,
    reported: ['id', 'title'].map((name) => ({ type: 'missing', at: ['response', 0, name] })),
  },
  {
    title: '§4.3.3 a later error is an error event without details',
    target: '/events?case=late%20throw',
    status: 200,
    type: eventsType,
    body: `data: ${first}\n\n${lastWords}`,
    reported: 'hunter2',
  },
  {
    title: '§4.3.3 a later item that does not fit is an error event without details',
    target: '/events?case=late%20misfit',
    status: 200,
    type: eventsType,
    body: `data: ${first}\n\n${lastWords}`,
    reported: misfitAt(1),
  },
]

const { transports, server } = await openTransports(api)

for (const [transport, ask] of Object.entries(transports)) {
  test(`a reply that a generator returns before its first item is the response, ${transport}`, async () => {
    notices.length = 0
    const failed = await ask('/replying?case=fail')
    assert.deepEqual([failed.status, await failed.text()], [404, '{"detail":"No such source"}'])
    const elsewhere = await ask('/replying?case=reply', { redirect: 'manual' })
    assert.deepEqual([elsewhere.status, elsewhere.headers.get('location')], [303, '/lines'])
    assert.equal(await (await ask('/replying')).text(), `${first}\n`)
    assert.deepEqual(notices, [])
  })

  test(`a handler may return something other than a stream, ${transport}`, async () => {
    const other = await ask('/direct?case=reply')
    assert.deepEqual([other.status, await other.text()], [203, '{"id":1,"title":"a"}'])
    const raw = await ask('/direct?case=raw')
    assert.deepEqual([raw.status, await raw.text()], [200, 'raw'])
    const failed = await ask('/direct')
    assert.deepEqual([failed.status, await failed.text()], [404, '{"detail":"No such source"}'])
  })

  for (const [how, name] of [
    ['returns', 'late'],
    ['throws', 'thrown'],
  ] as const) {
    test(`a generator that ${how} a reply later is cut off and reported to onError, ${transport}`, async () => {
      notices.length = 0
      await assert.rejects(async () => (await ask(`/replying?case=${name}`)).text())
      assert.match(
        notices.map((notice) => 'error' in notice && String(notice.error)).join(),
        /^TypeError: A source ended with a reply/,
      )
    })
  }

  for (const { title, target, status, type, body, reported } of scenarios) {
    test(`${title}, ${transport}`, async () => {
      notices.length = 0
      const response = await ask(target, { headers: { origin: 'https://app.example' } })
      assert.equal(response.status, status)
      assert.equal(response.headers.get('content-type'), type)
      assert.equal(response.headers.get('access-control-allow-origin'), 'https://app.example')
      assert.equal(await response.text(), body)
      assert.deepEqual(notices.map(reasonOf), reported === undefined ? [] : [reported])
    })
  }

  for (const fault of ['late throw', 'late misfit', 'late getter']) {
    test(`§4.3.3 JSON lines are cut off by a ${fault}, ${transport}`, async () => {
      notices.length = 0
      const response = await ask(`/lines?case=${encodeURIComponent(fault)}`)
      assert.equal(response.status, 200)
      await assert.rejects(response.text())
      assert.equal(notices.length, 1)
      assert.equal(notices[0]?.operation, 'lines')
    })
  }

  for (const fault of ['late misfit', 'late getter']) {
    test(`a source is stopped at an item that fails: a ${fault}, ${transport}`, async () => {
      stopped = Promise.withResolvers()
      const response = await ask(`/lines?case=${encodeURIComponent(fault)}`)
      await assert.rejects(response.text())
      // A source that is not stopped would be garbage-collected with the resources that it holds, and never run to its end.
      assert.equal(await Promise.race([stopped.promise, settled()]), fault)
    })
  }

  test(`an error while a source is being stopped is reported, ${transport}`, async () => {
    notices.length = 0
    await (await ask('/events?case=clumsy')).text()
    assert.deepEqual(new Set(notices.map(reasonOf)), new Set(['clumsy', misfitAt(1)]))
  })

  for (const [source, what] of [
    ['touchy', 'breaks'],
    ['tardy', 'gives what does not fit'],
  ] as const) {
    test(`a source that ${what} because it is stopped is not reported, ${transport}`, async () => {
      notices.length = 0
      stopped = Promise.withResolvers()
      const reader = (await ask(`/lines?case=${source}`)).body?.getReader()
      await reader?.read()
      void reader?.read()
      await settled()
      await reader?.cancel()
      assert.equal(await stopped.promise, source)
      await settled()
      assert.deepEqual(notices, [])
    })
  }

  test(`HEAD stops the source and has no body, ${transport}`, async () => {
    stopped = Promise.withResolvers()
    const response = await ask('/lines?case=endless', { method: 'HEAD' })
    assert.deepEqual([response.status, response.headers.get('content-length')], [200, null])
    assert.equal(await response.text(), '')
    assert.equal(await stopped.promise, 'endless')
    assert.equal(pulled, 1)
  })

  test(`a slow reader slows down the source, and leaving stops it, ${transport}`, async () => {
    stopped = Promise.withResolvers()
    const response = await ask('/lines?case=endless')
    const reader = response.body?.getReader()
    await reader?.read()
    const atRest = await settled()
    assert.ok(atRest < TOO_MUCH, `${atRest} items were pulled`)
    await reader?.cancel()
    assert.equal(await stopped.promise, 'endless')
  })

  test(`a silent source is kept alive by comments, and loses no item, ${transport}`, async () => {
    enough = Promise.withResolvers()
    const lines = ask('/lines?case=patient')
    const response = await ask('/impatient')
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      if (text.includes(': ping\n\n: ping\n\n')) enough.resolve()
    }
    assert.equal(text.replaceAll(': ping\n\n', ''), `data: ${first}\n\ndata: ${second}\n\n`)
    assert.match(text, /: ping/)
    // JSON lines have no comments.
    assert.equal(await (await lines).text(), `${first}\n${second}\n`)
  })

  test(`leaving stops a silent source, ${transport}`, async () => {
    stopped = Promise.withResolvers()
    pulled = 0
    const response = await ask('/events?case=silent')
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    assert.equal(await stopped.promise, 'silent')
  })
}

test('a source is stopped when the signal of its request is aborted', async () => {
  stopped = Promise.withResolvers()
  pulled = 0
  const leaving = new AbortController()
  const request = new Request('http://x/lines?case=silent', { signal: leaving.signal })
  const reader = (await api.fetch(request)).body?.getReader()
  await reader?.read()
  const rest = reader?.read()
  leaving.abort(new Error('gone'))
  assert.equal(await stopped.promise, 'silent')
  await assert.rejects(async () => rest, /gone/)
})

test('a source that has ended is not stopped again', async () => {
  let calls = 0
  const end = () => {
    calls++
    return { done: true as const, value: undefined }
  }
  const count = get('/count', { response: jsonLines(integer()) })
  const counting = implement(contract({ title: 'Counts', version: '1', routes: { count } }), {
    count: () => ({ [Symbol.iterator]: () => ({ next: end, return: end }) }),
  })
  // Its GET would have a stream, which is not read.
  await counting.fetch(new Request('http://x/count', { method: 'HEAD' }))
  await new Promise(setImmediate)
  assert.equal(calls, 1)
})

test('§4.3.3 JSON lines that are cut off have no last chunk', async () => {
  const message = 'GET /lines?case=late%20throw HTTP/1.1\r\nHost: x\r\n\r\n'
  const answer = await converse(server, message)
  assert.match(answer, /^HTTP\/1\.1 200 /)
  assert.doesNotMatch(answer, /hunter2|\r\n0\r\n\r\n$/)
})

test('§4.3.1 the dropped names of items are reported once', () => {
  assert.deepEqual(dropped.slice(0, 2), [
    { operation: 'lines', dropped: ['password'] },
    { operation: 'events', dropped: ['password'] },
  ])
})

test('§4.1 the document describes streams', () => {
  const { paths } = api.document as { paths: Record<string, { get: { responses: object } }> }
  const contentOf = (path: string) => JSON.parse(JSON.stringify(paths[path]?.get.responses))[200].content
  const schema = { $ref: '#/components/schemas/Post' }
  assert.deepEqual(contentOf('/lines'), {
    'application/jsonl': { schema: { type: 'array', items: schema, description: 'One item per line' } },
  })
  assert.deepEqual(contentOf('/events')['text/event-stream'].schema.items.properties.data, {
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: schema,
  })
})

test('§4.3.3 a failure with the status of the stream, which only untyped code makes, is a 500 that says so', async () => {
  const found: ErrorNotice[] = []
  const declared = contract({
    title: 'T',
    version: '1',
    routes: { follow: get('/', { response: jsonLines(Post) }) },
  })
  const api = implement(
    declared,
    { follow: ({ fail }) => Reflect.apply(fail, undefined, [200]) },
    { onError: (notice) => found.push(notice) },
  )
  assert.equal((await api.fetch(new Request('http://x/'))).status, 500)
  assert.deepEqual(found.map(reasonOf), [
    'fail(…) has the status of a stream; return the items, or reply(…) with them',
  ])
})

/** How much has been pulled after twenty turns of the event loop without progress, or when it is too much. Timers turn it, because a stream
 *  that held the loop for long continues in a timer. */
async function settled(): Promise<number> {
  let before = pulled
  for (let still = 0; still < 20 && pulled < TOO_MUCH; still++) {
    await new Promise((resolve) => setTimeout(resolve))
    if (before !== pulled) still = 0
    before = pulled
  }
  return pulled
}

/** Some 50 MB of items: more than sockets and streams hold. */
const TOO_MUCH = 5_000

function reasonOf(notice: ErrorNotice): unknown {
  if ('error' in notice) return notice.error instanceof Error ? notice.error.message : notice.error
  return notice.issues.map(({ type, loc }) => ({ type, at: loc }))
}
