import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashTrial } from './crash-trial.ts'

test('§1 storage: eight kills of the serving process lose nothing acknowledged and damage nothing', async () => {
  const seed = Date.now() % 1_000_000
  const told = `seed ${seed}`
  const report = await runCrashTrial({ kills: 8, seed, limit: 60_000, tell: () => undefined })
  assert.deepEqual(report.problems, [], told)
  assert.equal(report.kills, 8, told)
  assert.ok(report.acknowledged > 100, `${told}: only ${report.acknowledged} writes were acknowledged`)
})
