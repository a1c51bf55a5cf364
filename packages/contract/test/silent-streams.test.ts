import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { queryObjects } from 'node:v8'
import { integer, string } from '@postern/model'
import { serve } from '../src/adapters/node.ts'
import { contract, type ErrorNotice, implement, routes, serverSentEvents } from '../src/index.ts'
import { countTimers } from './timers.ts'
import { openTransports } from './transports.ts'

const stream = serverSentEvents(integer(), { keepAlive: 1 })
const errors = { 404: 'No such source' }
const watch = routes().get('/watch', { query: { last: string() }, response: stream, errors })
const notices: ErrorNotice[] = []
let waited = Promise.withResolvers<void>()
const api = implement(
  contract({ title: 'Watch', version: '1', routes: { watch } }),
  {
    async *watch({ query, fail }) {
      if (query.last === 'silence') yield 1
      await waited.promise
      if (query.last === 'error') throw new Error('Broken')
      if (query.last === 'reply') return fail(404)
      if (query.last === 'thrown reply') throw fail(404)
      if (query.last === 'items') yield* [1, 2]
      return undefined
    },
  },
  { onError: (notice) => notices.push(notice) },
)

const listen = routes().get('/listen', { response: stream })
let stopped = Promise.withResolvers<void>()
const listening = implement(contract({ title: 'Listen', version: '1', routes: { listen } }), {
  async *listen({ request }) {
    try {
      await once(request.signal, 'abort')
      yield 1
    } finally {
      stopped.resolve()
    }
  },
})

const { transports } = await openTransports(api)
const { transports: listeners } = await openTransports(listening)

const LATE =
  /^TypeError: A source ended with a reply after the response had begun: after its first item or its keepAlive/
const failure = 'event: error\ndata: {"detail":"Internal Server Error"}\n\n'
// table: what a source does after it was silent at first, what is sent then, and what onError receives.
const firsts: readonly (readonly [last: string, sent: string, notices: readonly RegExp[]])[] = [
  ['items', 'data: 1\n\ndata: 2\n\n', []],
  ['end', '', []],
  ['error', failure, [/^Error: Broken/]],
  ['reply', failure, [LATE]],
  ['thrown reply', failure, [LATE]],
]

for (const [transport, ask] of Object.entries(transports)) {
  for (const [last, sent, expected] of firsts) {
    test(`a source that is silent before its first item is kept alive, then ${last} (${transport})`, async () => {
      waited = Promise.withResolvers()
      notices.length = 0
      const answer = await ask(`/watch?last=${last}`)
      assert.equal(answer.status, 200)
      let text = ''
      for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += piece
        waited.resolve()
      }
      assert.match(text, /^: ping\n\n/)
      assert.equal(text.replaceAll(': ping\n\n', ''), sent)
      assert.equal(notices.length, expected.length)
      for (const [at, pattern] of expected.entries()) assert.match(String(Object(notices[at]).error), pattern)
    })
  }
}

test('a silent stream does not pile up promises, however often it is kept alive', async () => {
  waited = Promise.withResolvers()
  const answer = await api.fetch(new Request('http://watch.example/watch?last=silence'))
  const reader = answer.body?.getReader()
  const heldBehind = async (pieces: number) => {
    for (let at = 0; at < pieces; at++) await reader?.read()
    return queryObjects(Promise, { format: 'count' })
  }
  const before = await heldBehind(10)
  const more = (await heldBehind(200)) - before
  assert.ok(more < 100, `${more} more promises are held`)
  await reader?.cancel()
})

/** The pending timers set from now on: earlier ones may end meanwhile. */
function timersFromNow(): ReadonlySet<number> {
  const timers = new Set<number>()
  const init = (id: number, type: string) => void (type === 'Timeout' && timers.add(id))
  createHook({ init, destroy: (id) => void timers.delete(id) }).enable()
  return timers
}

// table: who leaves a stream that waits for its second item.
const departures: readonly (readonly [string, (left: Leavable) => unknown])[] = [
  ['its reader', ({ reader }) => reader?.cancel()],
  ['its client', ({ client }) => client.abort()],
]

interface Leavable {
  readonly reader: ReadableStreamDefaultReader | undefined
  readonly client: AbortController
}

for (const [who, leave] of departures) {
  test(`a stream is no longer kept alive after ${who} leaves`, { timeout: 30_000 }, async () => {
    const endless = serverSentEvents(integer(), { keepAlive: 2 ** 30 })
    const wait = routes().get('/wait', { response: endless })
    const waiting = implement(contract({ title: 'Wait', version: '1', routes: { wait } }), {
      async *wait() {
        yield 1
        await new Promise(() => undefined)
      },
    })
    const client = new AbortController()
    const set = timersFromNow()
    const answer = await waiting.fetch(new Request('http://x/wait', { signal: client.signal }))
    const reader = answer.body?.getReader()
    await reader?.read()
    const rest = reader?.read().catch(() => undefined)
    while (set.size === 0) await new Promise(setImmediate)
    leave({ reader, client })
    await rest
    while (set.size > 0) await new Promise(setImmediate)
  })
}

test('a client that leaves before the first item is reported, and its source is no longer waited for', {
  timeout: 30_000,
}, async (context) => {
  const answered = Promise.withResolvers<number>()
  const begun = Promise.withResolvers<void>()
  const endless = serverSentEvents(integer(), { keepAlive: 2 ** 30 })
  const wait = routes().get('/wait', { response: endless })
  const waiting = implement(
    contract({ title: 'Wait', version: '1', routes: { wait } }),
    {
      async *wait() {
        begun.resolve()
        await new Promise(() => undefined)
      },
    },
    { onAnswer: ({ status }) => answered.resolve(status) },
  )
  const serving = await serve(waiting, { port: 0 })
  context.after(() => serving.close(0))
  const before = countTimers()
  const socket = connect(serving.port, '127.0.0.1')
  socket.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\n')
  await begun.promise
  socket.destroy()
  assert.equal(await answered.promise, 200)
  while (countTimers() > before) await new Promise(setImmediate)
})

for (const [transport, ask] of Object.entries(listeners)) {
  test(`a HEAD stops a source that waits for its signal (${transport})`, { timeout: 30_000 }, async () => {
    stopped = Promise.withResolvers()
    assert.equal((await ask('/listen', { method: 'HEAD' })).status, 200)
    await stopped.promise
  })
}

test('cancelling the body of a response stops a source that waits for its signal', {
  timeout: 30_000,
}, async () => {
  stopped = Promise.withResolvers()
  await (await listening.fetch(new Request('http://x/listen'))).body?.cancel()
  await stopped.promise
})
