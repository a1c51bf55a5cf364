import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { integer } from '@postern/model'
import { contract, implement, raw, routes, stream } from '../index.ts'

const { post } = routes()
const response = integer()
let left = Promise.withResolvers<void>()
let ready = Promise.withResolvers<number>()
const api = implement(
  contract({
    title: 'Bodies',
    version: '1',
    routes: {
      hold: post('/held', { body: raw({ limit: 5 }), response }),
      leave: post('/left', { body: stream(), response }),
      count: post('/counted', { body: stream(), response }),
    },
  }),
  {
    hold: ({ body }) => body.length,
    async leave({ body }) {
      await body.cancel()
      left.resolve()
      return ready.promise
    },
    async count({ body }) {
      let length = 0
      for await (const piece of body) length += piece.length
      return length
    },
  },
)

function send(path: string, source: UnderlyingDefaultSource<Uint8Array>): Promise<Response> {
  const body = new ReadableStream(source, { highWaterMark: 0 })
  const init = { method: 'POST', body, duplex: 'half' }
  return api.fetch(new Request(`http://x${path}`, init))
}

/** A body of which more is expected after its first five pieces, when those were read, and whether it was cancelled. */
function openBody() {
  const seen = { pieces: 0, isCancelled: false }
  const readAll = Promise.withResolvers<void>()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      if (seen.pieces === 5) {
        readAll.resolve()
        await new Promise(() => undefined)
      }
      seen.pieces++
      controller.enqueue(new Uint8Array(3))
    },
    cancel() {
      seen.isCancelled = true
      throw new Error('the connection is closed')
    },
  }
  return { seen, source, readAll: readAll.promise }
}

test('the rest of a body that is too large is read and dropped for two seconds after its response, then cancelled', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { seen, source, readAll } = openBody()
  const answer = await send('/held', source)
  assert.equal(answer.status, 413)
  await readAll
  assert.deepEqual(seen, { pieces: 5, isCancelled: false })
  t.mock.timers.tick(1_999)
  assert.equal(seen.isCancelled, false)
  t.mock.timers.tick(1)
  assert.equal(seen.isCancelled, true)
  await nextTurn()
})

test('the rest of a body that its handler cancels is read and dropped until the response is sent, and for two seconds or somewhat longer', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  left = Promise.withResolvers()
  ready = Promise.withResolvers()
  const { seen, source, readAll } = openBody()
  const answered = send('/left', source)
  await left.promise
  for (let look = 0; look < 5; look++) t.mock.timers.tick(2_000)
  await readAll
  assert.deepEqual(seen, { pieces: 5, isCancelled: false })
  ready.resolve(1)
  assert.equal((await answered).status, 200)
  t.mock.timers.tick(2_000)
  assert.equal(seen.isCancelled, false)
  t.mock.timers.tick(2_000)
  assert.equal(seen.isCancelled, true)
  await nextTurn()
})

test('a client may go away while the rest of its body is dropped', async () => {
  let pieces = 0
  const gone = Promise.withResolvers<void>()
  const answer = await send('/held', {
    pull(controller) {
      if (++pieces < 5) return controller.enqueue(new Uint8Array(3))
      controller.error(new Error('gone'))
      gone.resolve()
    },
  })
  assert.equal(answer.status, 413)
  await gone.promise
  await nextTurn()
  assert.equal(pieces, 5)
})

test('the event loop turns while the rest of a body is dropped whose next piece is always there', async () => {
  const began = performance.now()
  let isOver = false
  const answer = await send('/held', {
    pull(controller) {
      if (isOver || performance.now() - began > 5_000) controller.close()
      else controller.enqueue(new Uint8Array(3))
    },
  })
  assert.equal(answer.status, 413)
  await sleep(1)
  isOver = true
  assert.ok(performance.now() - began < 5_000)
})

test('the stream of a request without a body is empty', async () => {
  const answer = await api.fetch(new Request('http://x/counted', { method: 'POST' }))
  assert.equal(await answer.json(), 0)
})
