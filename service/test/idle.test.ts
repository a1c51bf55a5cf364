import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdConnections } from './load/held-connections.ts'
import { openings } from './load/openings.ts'
import { startTestService } from './test-service.ts'
import { send } from './wire.ts'

test('neither five hundred idle connections nor as many slow requests keep other clients from being served', async () => {
  await using service = await startTestService({ MAX_REQUESTS: '10' })
  for (const opening of Object.values(openings)) {
    using connections = await holdConnections(service.origin, 500, opening)
    assert.deepEqual([connections.failed, connections.open()], [0, 500])
    const headers = { 'Content-Type': 'application/json' }
    const post = { method: 'POST', target: '/posts/', headers, body: '{"title": "A"}' }
    assert.equal((await send(service.origin, post)).status, 201)
    assert.equal((await send(service.origin, { method: 'GET', target: '/posts/' })).status, 200)
  }
})

test('an idle connection is kept for KEEP_ALIVE_SECONDS, and responses say so', async () => {
  for (const [seconds, timeout] of [
    [{}, 'timeout=5'],
    [{ KEEP_ALIVE_SECONDS: '75' }, 'timeout=75'],
  ] as const) {
    await using service = await startTestService(seconds)
    const request = { method: 'GET', target: '/health/live', headers: { Connection: 'keep-alive' } }
    assert.equal((await send(service.origin, request)).headers['keep-alive'], timeout)
  }
})
