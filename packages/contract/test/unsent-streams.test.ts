import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { string } from '@postern/model'
import { listen } from '../../../scripts/listen.ts'
import { serve, toNodeListener } from '../src/adapters/node.ts'
import type { Exchange } from '../src/exchange.ts'
import {
  type Api,
  contract,
  file,
  implement,
  jsonLines,
  multipart,
  type Outgoing,
  rawReply,
  routes,
  wrapExchange,
} from '../src/index.ts'
import { breakingStream } from './breaking-stream.ts'

let stopped = Promise.withResolvers<string>()

async function* items(): AsyncGenerator<string> {
  try {
    for (;;) yield 'item'
  } finally {
    stopped.resolve('stopped')
  }
}

/** An endless raw stream. */
function bytes() {
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    controller.enqueue(new Uint8Array(10))
  return rawReply(new ReadableStream({ pull, cancel: () => stopped.resolve('stopped') }))
}

const { get, post } = routes()
const api = implement(
  contract({
    title: 'Unsent',
    version: '1',
    routes: {
      items: get('/items', { response: jsonLines(string()) }),
      bytes: get('/bytes', {}),
      breaking: get('/breaking', {}),
      nothing: get('/nothing', { status: 204 }),
      short: get('/short', {}),
      upload: post('/upload', {
        body: multipart({ cover: file({ maxSize: 3 }) }),
        response: jsonLines(string()),
      }),
    },
  }),
  {
    items,
    async bytes() {
      return bytes()
    },
    breaking: () => rawReply(breakingStream('one ')),
    nothing: bytes,
    short: () => rawReply(new Blob(['one ', 'two']).stream()),
    async upload({ body }) {
      await text(body.cover.stream).catch(() => undefined)
      return items()
    },
  },
)

const listener = toNodeListener(api)

// The test would wait for ever for a stream that is not stopped.
const limits = { timeout: 30_000 }

// table: what a host of a listener does so that the api cannot write its response.
const hosts: Readonly<Record<string, RequestListener>> = {
  'has responded before': (request, response) => {
    response.end('host')
    listener(request, response)
  },
  'responds meanwhile': (request, response) => {
    listener(request, response)
    response.end('host')
  },
}

const throughPipe = ({ body, ...head }: Outgoing): Outgoing => ({
  ...head,
  body: body instanceof ReadableStream ? body.pipeThrough(new TransformStream()) : body,
})

// table: a wrapper around the exchange that does not send its response.
const wraps: Readonly<Record<string, (exchange: Exchange) => Exchange>> = {
  'throws in place of sending': (exchange) => (incoming) =>
    exchange(incoming, () => {
      throw new Error('no')
    }),
  'has responded already': (exchange) => (incoming, send) => {
    send({ status: 503, headers: [], body: null })
    exchange(incoming, send)
  },
  'has responded already and throws in place of sending': (exchange) => (incoming, send) => {
    send({ status: 503, headers: [], body: null })
    exchange(incoming, () => {
      throw new Error('no')
    })
  },
  'sends another body in its place': (exchange) => (incoming, send) =>
    exchange(incoming, (outgoing) => send({ ...outgoing, body: 'another' })),
  'sends nothing in its place, and later': (exchange) => (incoming, send) =>
    exchange(incoming, (outgoing) => {
      setImmediate(() => send({ ...outgoing, status: 304, body: null }))
      return 0
    }),
  'sends a response that no runtime accepts': (exchange) => (incoming, send) =>
    exchange(incoming, (outgoing) => send({ ...throughPipe(outgoing), status: 1000 })),
}

/** The ways to send a request to an api until a test is over: over a socket, and through fetch. */
async function transportsOf(wrapped: Api, context: TestContext) {
  const server = await serve(wrapped, { port: 0 })
  context.after(() => server.close(0))
  return [
    (path: string, method = 'GET') => fetch(`${server.url}${path}`, { method }),
    (path: string, method = 'GET') => wrapped.fetch(new Request(`${server.url}${path}`, { method })),
  ]
}

for (const path of ['/items', '/bytes']) {
  for (const [title, host] of Object.entries(hosts)) {
    test(`a stream is stopped if the host ${title}, ${path}`, limits, async (context) => {
      stopped = Promise.withResolvers()
      assert.equal(await (await fetch(`${await urlOf(host, context)}${path}`)).text(), 'host')
      assert.equal(await stopped.promise, 'stopped')
    })
  }

  for (const [title, wrap] of Object.entries(wraps)) {
    const wrapped = wrapExchange(api, wrap)
    test(`a stream is stopped if a wrapper ${title}, ${path}`, limits, async (context) => {
      for (const ask of await transportsOf(wrapped, context)) {
        stopped = Promise.withResolvers()
        ask(path).catch(() => undefined)
        assert.equal(await stopped.promise, 'stopped')
      }
    })
  }
}

for (const status of [204, 205, 304]) {
  const wrapped = wrapExchange(api, (exchange) => (incoming, send) => {
    exchange(incoming, (outgoing) => send({ ...outgoing, status }))
  })
  for (const path of ['/items', '/bytes', '/nowhere']) {
    test(`a wrapper may turn a response with a body into a ${status}, ${path}`, limits, async (context) => {
      for (const ask of await transportsOf(wrapped, context)) {
        for (const method of ['GET', 'HEAD']) {
          stopped = Promise.withResolvers()
          const answer = await ask(path, method)
          assert.deepEqual([answer.status, answer.body], [status, null])
          if (path !== '/nowhere') assert.equal(await stopped.promise, 'stopped')
        }
      }
    })
  }
}

/** A stream of the same bytes that requests none before it is read itself. */
function lateStream(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    reader ??= body.getReader()
    const { done, value } = await reader.read()
    if (done) controller.close()
    else controller.enqueue(value)
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}

// table: a wrapper around the exchange that changes a stream, or acts after it was sent.
const behind: Readonly<Record<string, (exchange: Exchange) => Exchange>> = {
  'reads it late': (exchange) => (incoming, send) =>
    exchange(incoming, ({ body, ...head }) =>
      send({ ...head, body: body instanceof ReadableStream ? lateStream(body) : null }),
    ),
  'converts it to a string': (exchange) => (incoming, send) =>
    exchange(incoming, ({ body, ...head }) => {
      if (body instanceof ReadableStream) void text(body).then((whole) => send({ ...head, body: whole }))
      return 0
    }),
  'throws after it has sent it': (exchange) => (incoming, send) =>
    exchange(incoming, (outgoing) => {
      send(outgoing)
      throw new Error('no')
    }),
  'sends it twice': (exchange) => (incoming, send) =>
    exchange(incoming, (outgoing) => send(outgoing) + send(outgoing)),
  'sends another after it': (exchange) => (incoming, send) =>
    exchange(incoming, (outgoing) => send(outgoing) + send({ status: 503, headers: [], body: null })),
}

for (const [title, wrap] of Object.entries(behind)) {
  test(`a stream is sent whole if a wrapper ${title}`, async (context) => {
    const wrapped = wrapExchange(api, wrap)
    const server = await serve(wrapped, { port: 0 })
    context.after(() => server.close(0))
    for (const ask of [fetch, (url: string) => wrapped.fetch(new Request(url))])
      assert.equal(await (await ask(`${server.url}/short`)).text(), 'one two')
  })
}

/** A host that ends the response after the first piece of a stream, with this text. */
function endingHost(last: string): RequestListener {
  return (request, response) => {
    const { write } = response
    const writeLast = (chunk: Uint8Array) => {
      write.call(response, chunk, 'utf8')
      response.end(last)
    }
    Object.assign(response, { write: writeLast })
    listener(request, response)
  }
}

test('a stream is stopped if the host ends its response within it', limits, async (context) => {
  stopped = Promise.withResolvers()
  const url = await urlOf(endingHost('host'), context)
  assert.equal(await (await fetch(`${url}/items`)).text(), '"item"\nhost')
  assert.equal(await stopped.promise, 'stopped')
})

test('nothing is written if a stream breaks after the host has ended its response', async (context) => {
  // More than the buffers of a connection hold, so that the connection is not cut at once.
  const long = 'x'.repeat(10_000_000)
  const url = await urlOf(endingHost(long), context)
  assert.equal((await (await fetch(`${url}/breaking`)).text()).length, 'one '.length + long.length)
})

test('a stream is stopped if the status of its operation has no body', limits, async () => {
  stopped = Promise.withResolvers()
  assert.equal((await api.fetch(new Request('http://x/nothing'))).status, 500)
  assert.equal(await stopped.promise, 'stopped')
})

test('a stream is stopped if its request was refused meanwhile', limits, async () => {
  stopped = Promise.withResolvers()
  const body = new FormData()
  body.set('cover', new Blob(['more than three']))
  const answer = await api.fetch(new Request('http://x/upload', { method: 'POST', body }))
  assert.equal(answer.status, 413)
  assert.equal(await stopped.promise, 'stopped')
})

async function urlOf(host: RequestListener, context: TestContext): Promise<string> {
  const server = createServer(host)
  context.after(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${await listen(server)}`
}
