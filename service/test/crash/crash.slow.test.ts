import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashTrial } from './crash-trial.ts'

test('§1 storage: eight kills of the serving process lose nothing acknowledged and damage nothing', async () => {
  const seed = Date.now() % 1_000_000
  const message = `seed ${seed}`
  const report = await runCrashTrial({ kills: 8, seed, limit: 60_000, onProgress: () => undefined })
  assert.deepEqual(report.problems, [], message)
  assert.equal(report.kills, 8, message)
  assert.ok(report.acknowledged > 100, `${message}: only ${report.acknowledged} writes were acknowledged`)
})
