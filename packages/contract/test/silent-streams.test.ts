import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryObjects } from 'node:v8'
import { integer } from '@postern/model'
import { contract, implement, routes, serverSentEvents } from '../src/index.ts'

const watch = routes().get('/watch', { response: serverSentEvents(integer(), { keepAlive: 1 }) })
const silent = new Promise<never>(() => undefined)
const api = implement(contract({ title: 'Watch', version: '1', routes: { watch } }), {
  async *watch() {
    yield 1
    yield await silent
  },
})

test('a stream whose source is silent holds no more, however often it is kept alive', async () => {
  const answer = await api.fetch(new Request('http://watch.example/watch'))
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
