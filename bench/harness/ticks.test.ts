import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTicks, sharesBetween } from './ticks.ts'

test('time spent waiting is neither busy nor stolen, and guests are not counted twice', () => {
  const stat = 'cpu  100 1 50 800 20 3 6 20 9 9\ncpu0 50 0 25 400 10 1 3 10 0 0\n'
  assert.deepEqual(parseTicks(stat), { total: 1000, busy: 160, steal: 20 })
})

test('the share of others is the busy time without the known time, and never below zero', () => {
  const before = { total: 1000, busy: 160, steal: 20 }
  const after = { total: 1100, busy: 200, steal: 25 }
  assert.deepEqual(sharesBetween(before, after, 300_000), { steal: 0.05, foreign: 0.1 })
  assert.deepEqual(sharesBetween(before, after, 500_000), { steal: 0.05, foreign: 0 })
})
