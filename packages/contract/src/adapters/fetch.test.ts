import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { integer, string } from '@postern/model'
import { createClient } from '../client.ts'
import {
  contract,
  file,
  type HandlerRequest,
  implement,
  json,
  jsonLines,
  multipart,
  type Reply,
  raw,
  rawReply,
  routes,
  serverSentEvents,
  wrapExchange,
} from '../index.ts'

const { get, post } = routes()

/** Calls a handler that returns what `answer` does, and returns what it observes of its client; `abort` makes the client go. */
async function callHandler(
  answer: (abort: () => void) => string | ReadableStream<Uint8Array>,
  { isGone = false, method = 'GET' } = {},
): Promise<{
  readonly observed: readonly string[]
  readonly abort: () => void
  readonly answered: Response
}> {
  const client = new AbortController()
  const abort = () => client.abort()
  const observed: string[] = []
  const api = implement(
    contract({ title: 'Clients', version: '1', routes: { ask: get('/', { response: string() }) } }),
    {
      ask({ request }) {
        request.whenGone(() => observed.push('gone'))
        if (request.signal.aborted) observed.push('was aborted')
        request.signal.addEventListener('abort', () => observed.push('aborted'))
        const body = answer(abort)
        return typeof body === 'string' ? body : rawReply(body)
      },
    },
  )
  const request = new Request('http://x/', { method, signal: client.signal })
  if (isGone) abort()
  const answered = await api.fetch(request)
  return { observed, abort, answered }
}

test('§1.2 a handler learns that its client went before it ran', async () => {
  assert.deepEqual((await callHandler(() => 'late', { isGone: true })).observed, ['gone', 'was aborted'])
})

test('§1.2 a handler learns that its client went before the response', async () => {
  const answer = (abort: () => void) => {
    abort()
    return 'late'
  }
  assert.deepEqual((await callHandler(answer)).observed, ['gone', 'aborted'])
})

test('§1.2 a signal that the runtime aborts after a whole response is not reported to the handler', async () => {
  const { observed, abort } = await callHandler(() => 'out')
  abort()
  assert.deepEqual(observed, [])
})

test('§1.2 a signal that the runtime aborts after a whole stream is not reported to the handler', async () => {
  const { observed, abort, answered } = await callHandler(() => new Blob(['out']).stream())
  assert.equal(await answered.text(), 'out')
  abort()
  assert.deepEqual(observed, [])
})

test('§1.2 a signal that the runtime aborts after the response to a HEAD is not reported, even if its GET streams', async () => {
  const { observed, abort } = await callHandler(() => new ReadableStream(), { method: 'HEAD' })
  abort()
  assert.deepEqual(observed, [])
})

test('§1.2 a handler learns that its client went while its stream is sent', async () => {
  const { observed, abort } = await callHandler(() => new ReadableStream())
  abort()
  assert.deepEqual(observed, ['gone', 'aborted'])
})

// table: a title, what a handler returns, and the length of its body.
const lengths: readonly (readonly [title: string, returned: string | Reply, bytes: number])[] = [
  ['an ASCII string', rawReply('abc'), 3],
  ['any other string', rawReply('aé😀'), 7],
  ['JSON', 'abc', 5],
  ['JSON beyond ASCII', 'aé😀', 9],
  ['bytes', rawReply(new Uint8Array(5)), 5],
  ['nothing', rawReply(''), 0],
]

for (const [title, returned, bytes] of lengths) {
  test(`§4.1 onAnswer receives the length of ${title} in bytes, and HEAD has it as content-length`, async () => {
    const reported: number[] = []
    const api = implement(
      contract({ title: 'Lengths', version: '1', routes: { read: get('/', { response: string() }) } }),
      { read: () => returned },
      { onAnswer: (notice) => reported.push(notice.bytes) },
    )
    const answer = await api.fetch(new Request('http://x/'))
    assert.equal((await answer.bytes()).length, bytes)
    const { headers } = await api.fetch(new Request('http://x/', { method: 'HEAD' }))
    assert.equal(headers.get('content-length'), String(bytes))
    assert.deepEqual(reported, [bytes, bytes])
  })
}

test('the signal of a request is the same each time', async () => {
  const api = implement(contract({ title: 'Signals', version: '1', routes: { one: get('/', {}) } }), {
    one: ({ request }) => rawReply(String(new Set([request.signal, request.signal]).size)),
  })
  assert.equal(await (await api.fetch(new Request('http://x/'))).text(), '1')
})

const listened = implement(
  contract({
    title: 'Listened',
    version: '1',
    routes: {
      whole: get('/whole', { response: string() }),
      ended: get('/ended', { response: jsonLines(integer()) }),
      endless: get('/endless', { response: jsonLines(integer()) }),
    },
  }),
  {
    whole({ request }) {
      request.whenGone(() => undefined)
      return String(request.signal.aborted)
    },
    ended: () => [1],
    *endless() {
      for (;;) yield 1
    },
  },
)

for (const path of ['/whole', '/ended', '/endless']) {
  test(`nothing listens to the signal of a request whose response is over: ${path}`, async () => {
    const request = new Request(`http://x${path}`)
    const { body } = await listened.fetch(request)
    const reader = body?.getReader()
    await reader?.read()
    if (path === '/endless') await reader?.cancel()
    else assert.equal((await reader?.read())?.done, true)
    assert.deepEqual(getEventListeners(request.signal, 'abort'), [])
  })
}

test('§1.2 code that observes its client only after the response learns nothing', async () => {
  const client = new AbortController()
  const { signal } = client
  const observed: string[] = []
  const answered = Promise.withResolvers<void>()
  const observing = Promise.withResolvers<void>()
  const api = implement(contract({ title: 'Late', version: '1', routes: { one: get('/', {}) } }), {
    one({ request }) {
      answered.promise.then(() => {
        request.whenGone(() => observed.push('gone'))
        request.signal.addEventListener('abort', () => observed.push('aborted'))
        observing.resolve()
      })
      return null
    },
  })
  await api.fetch(new Request('http://x/', { signal }))
  answered.resolve()
  await observing.promise
  client.abort()
  assert.deepEqual(observed, [])
})

test('a host may cancel the empty body of the response to a HEAD whose GET streams', async () => {
  const { answered } = await callHandler(() => new ReadableStream(), { method: 'HEAD' })
  await answered.body?.cancel()
  // Timers fire in order: one that would end the body has fired before this one.
  await new Promise((resolve) => setTimeout(resolve))
  assert.equal(answered.headers.get('content-length'), null)
})

for (const status of [204, 205, 304]) {
  for (const method of ['GET', 'HEAD']) {
    test(`a body that a wrapper sends with a ${status} is left out, without its length, and a stream is cancelled, ${method}`, async () => {
      let isCancelled = false
      const cancel = () => {
        isCancelled = true
      }
      const api = implement(contract({ title: 'Bodiless', version: '1', routes: { one: get('/', {}) } }), {
        one: () => null,
      })
      for (const body of ['text', new ReadableStream({ cancel })]) {
        const wrapped = wrapExchange(api, () => (_, send) => void send({ status, headers: [], body }))
        const answer = await wrapped.fetch(new Request('http://x/', { method }))
        assert.deepEqual([answer.status, answer.body, [...answer.headers]], [status, null, []])
      }
      assert.equal(isCancelled, true)
    })
  }
}

const streamed = {
  items: get('/items', { response: jsonLines(string()) }),
  events: get('/events', { response: serverSentEvents(string()) }),
  bytes: get('/bytes', {}),
}

for (const [name, { path }] of Object.entries(streamed)) {
  for (const options of [{}, { onError: () => undefined }]) {
    test(`§1.2 a signal that the runtime aborts after a whole stream is not reported: ${name}, ${Object.keys(options).length} observers`, async () => {
      const client = new AbortController()
      const calls: string[] = []
      const listen = (request: HandlerRequest) => {
        request.whenGone(() => calls.push('gone'))
        request.signal.addEventListener('abort', () => calls.push('aborted'))
      }
      const api = implement(
        contract({ title: 'Streams', version: '1', routes: streamed }),
        {
          items({ request }) {
            listen(request)
            return ['out']
          },
          *events({ request }) {
            listen(request)
            yield 'out'
            throw new Error('the disk is on fire')
          },
          bytes({ request }) {
            listen(request)
            return rawReply(new Blob(['out']).stream())
          },
        },
        options,
      )
      const answer = await api.fetch(new Request(`http://x${path}`, { signal: client.signal }))
      assert.match(await answer.text(), /out/)
      client.abort()
      assert.deepEqual(calls, [])
    })
  }
}

let waits = Promise.withResolvers<void>()
/** Settles when nothing waits for the source any more. */
function untilLeft(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve())
    waits.resolve()
  })
}

// table: what the source of a stream does when its client goes away.
const left: Readonly<Record<string, (request: HandlerRequest) => AsyncGenerator<string, void>>> = {
  async *'keeps giving items'() {
    for (let index = 0; ; index++) {
      yield 'item'
      await new Promise(setImmediate)
      if (index === 3) waits.resolve()
    }
  },
  async *ends({ signal }) {
    yield 'item'
    await untilLeft(signal)
  },
  async *fails({ signal }) {
    yield 'item'
    await untilLeft(signal)
    throw new Error('left')
  },
  async *'is silent'({ signal }) {
    yield 'item'
    await untilLeft(signal)
    await new Promise(() => undefined)
  },
  async *'was silent from the start'({ signal }) {
    await untilLeft(signal)
    await new Promise(() => undefined)
    yield 'item'
  },
}

function bytesOf(texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done === true) controller.close()
      else controller.enqueue(new TextEncoder().encode(value))
    },
  })
}

for (const [title, source] of Object.entries(left)) {
  const notices: unknown[] = []
  const contracted = contract({ title: 'Left', version: '1', routes: streamed })
  const api = implement(
    contracted,
    {
      items: ({ request }) => source(request),
      events: ({ request }) => source(request),
      bytes: ({ request }) => rawReply(bytesOf(source(request))),
    },
    { onError: (notice) => void notices.push(notice) },
  )

  for (const { path } of Object.values(streamed)) {
    test(`an abort makes reading the body reject with its reason, as with Fetch, if the source ${title}, ${path}`, async () => {
      waits = Promise.withResolvers()
      notices.length = 0
      const client = new AbortController()
      const reason = new Error('enough')
      const answered = api.fetch(new Request(`http://x${path}`, { signal: client.signal }))
      const text = answered.then((answer) => answer.text())
      await waits.promise
      client.abort(reason)
      assert.equal(await text.catch((error) => error), reason)
      assert.deepEqual(notices, [])
    })
  }

  test(`a client in the api's own process throws for an abort within a stream whose source ${title}`, async () => {
    waits = Promise.withResolvers()
    const client = new AbortController()
    const { items } = createClient(contracted, { baseUrl: 'http://x', fetch: api.fetch })
    const read = async () => {
      const { body } = await items({ signal: client.signal })
      for await (const item of body) assert.equal(item, 'item')
    }
    const reading = read()
    await waits.promise
    client.abort()
    await assert.rejects(reading, { name: 'AbortError' })
  })
}

for (const [title, body] of Object.entries({
  'as JSON': json(string()),
  'as bytes': raw(),
  'as a form with files': multipart({ file: file() }),
})) {
  test(`a body that the host has already read is a 500 and not the client's fault, ${title}`, async () => {
    const reported: unknown[] = []
    const declared = contract({
      title: 'Read',
      version: '1',
      routes: { write: post('/', { body, response: string() }) },
    })
    const api = implement(
      declared,
      { write: () => 'written' },
      {
        cors: { allowOrigins: ['https://app.example'] },
        onError: (notice) => void reported.push('error' in notice && String(notice.error)),
        onAnswer: ({ status }) => void reported.push(status),
      },
    )
    const headers = {
      origin: 'https://app.example',
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '3',
    }
    const request = new Request('http://x/', { method: 'POST', body: '"a"', headers })
    await request.text()
    const answer = await api.fetch(request)
    assert.equal(answer.status, 500)
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://app.example')
    assert.deepEqual(reported, [
      'Error: The body was read before the exchange could; hand it a request that nobody has read, as a clone',
      500,
    ])
  })
}

test('§4.4 the response to a preflight has no media type, because it has no body', async () => {
  const api = implement(
    contract({ title: 'Preflights', version: '1', routes: { one: get('/', { response: string() }) } }),
    { one: () => 'a' },
    { cors: { allowOrigins: ['https://app.example'] } },
  )
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' }
  const answer = await api.fetch(new Request('http://x/', { method: 'OPTIONS', headers }))
  assert.deepEqual([answer.status, answer.headers.get('content-type'), answer.body], [200, null, null])
})

const SEVERAL_HOSTS = 'The request has more than one Host header'
const NO_HOST = 'The Host header has a character that no host has'
// table: the Host of a request, which Fetch joins if there are several, and why it is refused, if it is.
const hosts: readonly (readonly [host: string, detail?: string])[] = [
  ['x, y', SEVERAL_HOSTS],
  ['x/y, z', SEVERAL_HOSTS],
  ['x/y', NO_HOST],
  ['/x', NO_HOST],
  ['x/y,z', NO_HOST],
  ['x y', NO_HOST],
  ['ann@x', NO_HOST],
  ['x?y', NO_HOST],
  ['x#y', NO_HOST],
  ['x\\y', NO_HOST],
  ['[::1]:80'],
  ['api.example:8000'],
  ["a-b_c~!$&'()*+,;=%41"],
  [''],
]

for (const [host, detail] of hosts) {
  test(`a request with the Host ${JSON.stringify(host)} is ${detail === undefined ? 'accepted' : 'refused'}`, async () => {
    const api = implement(contract({ title: 'Hosts', version: '1', routes: { one: get('/', {}) } }), {
      one: () => null,
    })
    const answer = await api.fetch(new Request('http://x/', { headers: { host } }))
    const expected = detail === undefined ? [200, null] : [400, { detail }]
    assert.deepEqual([answer.status, await answer.json()], expected)
  })
}

test('a wrapper may reuse one list of headers for each response', async () => {
  const api = implement(contract({ title: 'Lists', version: '1', routes: { one: get('/', {}) } }), {
    one: () => rawReply('one'),
  })
  const headers = ['x-count', '']
  let count = 0
  const counted = wrapExchange(api, (exchange) => (incoming, send) => {
    exchange(incoming, (outgoing) => {
      headers[1] = String(++count)
      return send({ ...outgoing, headers })
    })
  })
  for (const expected of ['1', '2']) {
    assert.equal((await counted.fetch(new Request('http://x/'))).headers.get('x-count'), expected)
  }
})

// table: the Host header that a request has, and its host.
const hostsOfUrl: readonly (readonly [given: Readonly<Record<string, string>>, host: string])[] = [
  [{}, 'x:81'],
  [{ host: 'y' }, 'y'],
]

for (const [given, host] of hostsOfUrl) {
  test(`the host of the URL is the Host header if that is missing, and no other header, and is named once: ${host}`, async () => {
    const names = ['Host', 'x-forwarded-host', 'host-id']
    const api = implement(contract({ title: 'Hosts', version: '1', routes: { one: get('/', {}) } }), {
      one: ({ request }) =>
        rawReply([...names.map((name) => request.header(name)), ...request.headerNames()].join()),
    })
    const answer = await api.fetch(new Request('http://x:81/', { headers: { ...given, 'x-tag': 'a' } }))
    assert.equal(await answer.text(), `${host},,,host,x-tag`)
  })
}

test('the scheme of a request is that of its URL', async () => {
  const api = implement(
    contract({ title: 'Scheme', version: '1', routes: { one: get('/', { response: string() }) } }),
    { one: ({ request }) => request.scheme },
  )
  for (const scheme of ['http', 'https'])
    assert.equal(await (await api.fetch(new Request(`${scheme}://x/`))).json(), scheme)
})

test('a response that the runtime refuses to send is a 500 and is reported to onError, and its stream is cancelled', async () => {
  const noted: string[] = []
  const api = implement(
    contract({ title: 'One', version: '1', routes: { one: get('/', { response: string() }) } }),
    { one: () => 'a' },
    { onError: (notice) => void noted.push('error' in notice ? String(notice.error) : '') },
  )
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1)),
    cancel: () => void noted.push('cancelled'),
  })
  // A Response takes no stream of which anything was read.
  const reader = body.getReader()
  await reader.read()
  reader.releaseLock()
  const wrapped = wrapExchange(api, (exchange) => (incoming, send) => {
    exchange(incoming, () => send({ status: 200, headers: [], body }))
  })
  const answer = await wrapped.fetch(new Request('http://x/'))
  assert.deepEqual([answer.status, answer.body], [500, null])
  assert.equal(noted[0], 'cancelled')
  assert.match(noted[1] ?? '', /^TypeError: /)
  assert.equal(noted.length, 2)
})

test('what a host adds to one response is on no other, even if its Response keeps the given Headers object', async (context) => {
  const Standard = Response
  class Keeping extends Standard {
    readonly #headers: Headers

    constructor(body: BodyInit | null = null, init: ResponseInit = {}) {
      super(body, init)
      this.#headers = init.headers instanceof Headers ? init.headers : new Headers(init.headers)
    }

    override get headers(): Headers {
      return this.#headers
    }
  }
  context.after(() => {
    globalThis.Response = Standard
  })
  const declared = contract({
    title: 'Shared',
    version: '1',
    routes: { ask: get('/', { response: string() }) },
  })
  const api = implement(declared, { ask: () => 'a' })
  const setCookie = async (maker: typeof Response, cookie: string) => {
    globalThis.Response = maker
    const { headers } = await api.fetch(new Request('http://x/'))
    headers.append('set-cookie', cookie)
    return headers.getSetCookie()
  }
  for (const maker of [Standard, Keeping, Standard, Keeping]) {
    assert.deepEqual(await setCookie(maker, 'session=ann'), ['session=ann'])
    assert.deepEqual(await setCookie(maker, 'session=bob'), ['session=bob'])
  }
})

for (const headers of [{}, { 'content-length': '9' }]) {
  test(`§1.1 a body that breaks off gets a response that onAnswer receives, and its handler is not called: ${JSON.stringify(headers)}`, async () => {
    const called: string[] = []
    const statuses: number[] = []
    const api = implement(
      contract({
        title: 'Bodies',
        version: '1',
        routes: { take: post('/', { body: raw(), response: string() }) },
      }),
      { take: ({ body }) => String(called.push(`${body.byteLength} bytes`)) },
      { onAnswer: ({ status }) => void statuses.push(status) },
    )
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(3)),
      pull: () => Promise.reject(new Error('gone')),
    })
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const answer = await api.fetch(new Request('http://x/', init))
    assert.equal(await answer.text(), '{"detail":"There was an error parsing the body"}')
    assert.deepEqual([answer.status, called, statuses], [400, [], [400]])
  })
}

/** In bytes; more than a body that is handled together with others has. */
const MOST = 20_000
// table: the bytes of a body, the length that its request declares, if it does, and the status.
const sizes: readonly (readonly [bytes: number, declaredLength: number | undefined, status: number])[] = [
  [0, undefined, 200],
  [MOST, undefined, 200],
  [MOST + 1, undefined, 413],
  [10, 10, 200],
  [MOST, MOST, 200],
  [MOST + 1, MOST + 1, 413],
  [10, MOST + 1, 413],
  [MOST + 1, 10, 413],
]

for (const [bytes, declaredLength, status] of sizes) {
  const length = declaredLength === undefined ? 'no length' : `a length of ${declaredLength}`
  test(`§4.1 a body of ${bytes} bytes with ${length} gets a ${status}, even if the URL has a fragment`, async () => {
    const take = post('/take', { body: raw({ limit: MOST }), response: integer() })
    const api = implement(contract({ title: 'Sizes', version: '1', routes: { take } }), {
      take: ({ body }) => body.length,
    })
    const headers: HeadersInit =
      declaredLength === undefined ? {} : { 'content-length': String(declaredLength) }
    const init = { method: 'POST', headers, ...(bytes > 0 && { body: new Uint8Array(bytes) }) }
    const answer = await api.fetch(new Request('http://x/take#here?and=there', init))
    const expected = status === 200 ? bytes : { detail: 'Content Too Large' }
    assert.deepEqual([answer.status, await answer.json()], [status, expected])
  })
}
