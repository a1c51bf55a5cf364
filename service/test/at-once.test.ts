import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from './test-service.ts'
import { send } from './wire.ts'

const json = { 'Content-Type': 'application/json' }

test('of many replacements that ask for the same state at once one is done, the others are told', async () => {
  await using service = await startTestService()
  const post = { method: 'POST', target: '/posts/', headers: json, body: '{"title": "A"}' }
  const created = await send(service.origin, post)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      send(service.origin, {
        method: index % 5 === 4 ? 'DELETE' : 'PUT',
        target: '/posts/1',
        headers: { ...json, 'If-Match': created.headers['etag'] ?? '' },
        body: JSON.stringify({ title: `By ${index}` }),
      }),
    ),
  )
  const done = answers.filter(({ status }) => status === 200 || status === 204)
  const told = answers.filter(({ status }) => status === 412 || status === 404)
  assert.deepEqual([done.length, told.length], [1, 19])
})

test('of many equal posts under one key at once one is stored, and every answer is the same', async () => {
  await using service = await startTestService()
  const headers = { ...json, 'Idempotency-Key': 'once' }
  const post = { method: 'POST', target: '/posts/', headers, body: '{"title": "A"}' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(service.origin, post)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  assert.equal(answers.filter((answer) => answer.headers['idempotent-replayed'] === undefined).length, 1)
  const list = await send(service.origin, { method: 'GET', target: '/posts/' })
  assert.deepEqual(JSON.parse(list.body), { posts: ['A'] })
})
