import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instructionsATurn, summarize } from './figures.ts'

test('a turn is taken from the middle stretch, so that a compilation in one of them does not count', () => {
  assert.equal(instructionsATurn([9_000, 9_000, 5_000, 1_000, 1_010], { warmUp: 20, turns: 10 }), 101)
})

test('a missing stretch is an error, since the program ended before its work', () => {
  assert.throws(
    () => instructionsATurn([1_000, 1_000], { warmUp: 0, turns: 10 }),
    /2 stretches were counted where 3 were due/,
  )
})

test('the spread is the share of the median between the least and the most', () => {
  assert.deepEqual(summarize([1_010, 990, 1_000]), { instructions: 1_000, spread: 0.02 })
  assert.deepEqual(summarize([700]), { instructions: 700, spread: 0 })
})

test('no take is an error', () => {
  assert.throws(() => summarize([]), /no take/)
})
