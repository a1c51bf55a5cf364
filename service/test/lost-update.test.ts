import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from './test-service.ts'
import { send } from './wire.ts'

test('of many replacements that ask for the same state at once one is done, the others are told', async () => {
  await using service = await startTestService()
  const json = { 'Content-Type': 'application/json' }
  const created = await send(service.origin, {
    method: 'POST',
    target: '/posts/',
    headers: json,
    body: '{"title": "A"}',
  })
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
