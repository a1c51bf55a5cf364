import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, implement } from '@postern/contract'
import { healthHandlers, healthRoutes } from './health.ts'

test('the result of a readiness check is kept for a second, unless it failed', async () => {
  let isDown = true
  let checks = 0
  const check = async () => {
    checks += 1
    if (isDown) throw new Error('down')
  }
  const api = implement(
    contract({ title: 'Health', version: '1', routes: healthRoutes }),
    healthHandlers({ storage: { check }, now: () => new Date(0), isStopping: () => false }),
    { onError: () => undefined },
  )
  const ask = async () => (await api.fetch(new Request('http://x/health/ready'))).status
  assert.deepEqual([await ask(), await ask(), checks], [500, 500, 2])
  isDown = false
  assert.deepEqual([await ask(), await ask(), checks], [200, 200, 3])
})
