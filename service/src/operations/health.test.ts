import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, implement } from '@postern/contract'
import { healthHandlers, healthRoutes } from './health.ts'

test('the result of a readiness check is kept for a second, unless it failed', async () => {
  let isDown = true
  let time = 0
  let checks = 0
  const check = async () => {
    checks += 1
    if (isDown) throw new Error('down')
  }
  const api = implement(
    contract({ title: 'Health', version: '1', routes: healthRoutes }),
    healthHandlers({ storage: { check }, now: () => new Date(time), isStopping: () => false }),
    { onError: () => undefined },
  )
  const ask = async () => (await api.fetch(new Request('http://x/health/ready'))).status
  assert.deepEqual([await ask(), await ask(), checks], [500, 500, 2])
  isDown = false
  assert.deepEqual([await ask(), await ask(), checks], [200, 200, 3])
  const checksAt = async (at: number) => {
    time = at
    return [await ask(), checks]
  }
  assert.deepEqual(await checksAt(999), [200, 3])
  assert.deepEqual(await checksAt(1000), [200, 4])
  assert.deepEqual(await checksAt(500), [200, 5], 'the clock was set back')
})
