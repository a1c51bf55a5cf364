import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { string } from '@postern/model'
import { openTransports } from '../../test/transports.ts'
import { contract, implement, json, jsonLines, rawReply, routes, wrapExchange } from '../index.ts'

const ended = new EventEmitter()
const callers = new AsyncLocalStorage<string>()
const { get, post } = routes()
const response = string()
const called = () => callers.getStore() ?? 'nobody'
async function* watch() {
  try {
    yield called()
    await new Promise(setImmediate)
    yield called()
  } finally {
    ended.emit('end', called())
  }
}
const plain = implement(
  contract({
    title: 'Callers',
    version: '1',
    routes: {
      read: get('/caller', { response }),
      create: post('/caller', { body: json(string()), response }),
      watch: get('/watch', { response: jsonLines(response) }),
      raw: get('/raw', {}),
    },
  }),
  {
    read: called,
    create: called,
    watch,
    raw: () => rawReply(watch()),
  },
)
const api = wrapExchange(plain, (exchange) => (incoming, send) => {
  callers.run(incoming.header('x-caller') ?? '', exchange, incoming, send)
})
const { transports } = await openTransports(api)

for (const [transport, ask] of Object.entries(transports)) {
  for (const method of ['GET', 'POST']) {
    test(`a handler of ${method} runs in the async context of its request, ${transport}`, async () => {
      const body = method === 'POST' ? '"text"' : null
      const headers = { 'content-type': 'application/json' }
      const answers = ['Ann', 'Bob', 'Cid'].map(async (caller) => {
        const answer = await ask('/caller', { method, body, headers: { ...headers, 'x-caller': caller } })
        return answer.json()
      })
      assert.deepEqual(await Promise.all(answers), ['Ann', 'Bob', 'Cid'])
    })
  }
}

// table: the path of a stream, and its text.
const streams: readonly (readonly [path: string, text: string])[] = [
  ['/watch', '"Ann"\n"Ann"\n'],
  ['/raw', 'AnnAnn'],
]
for (const [transport, ask] of Object.entries(transports)) {
  for (const [path, text] of streams) {
    test(`a stream runs in the async context of its request, to its end, ${path} ${transport}`, async () => {
      const end = once(ended, 'end')
      const answer = await ask(path, { headers: { 'x-caller': 'Ann' } })
      assert.equal(await answer.text(), text)
      assert.deepEqual(await end, ['Ann'])
    })

    test(`a stream that is cancelled ends in the async context of its request, ${path} ${transport}`, async () => {
      const end = once(ended, 'end')
      const reader = (await ask(path, { headers: { 'x-caller': 'Bob' } })).body?.getReader()
      await reader?.read()
      await reader?.cancel()
      assert.deepEqual(await end, ['Bob'])
    })
  }
}
