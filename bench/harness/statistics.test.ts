import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median, pairedRatio } from './statistics.ts'

test('the median is the middle one, or the mean of the two in the middle', () => {
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.ok(Number.isNaN(median([])))
})

test('a ratio is paired round by round, so that what slows both down does not show', () => {
  const base = [10, 10, 30, 10, 20, 10, 10]
  const {
    median: middle,
    low,
    high,
  } = pairedRatio(
    base.map((value) => value * 2),
    base,
  )
  assert.deepEqual([middle, low, high], [2, 2, 2])
})

test('the interval of a ratio holds its median and the spread of the rounds', () => {
  const ratio = pairedRatio([10, 20, 30, 40, 50], [10, 10, 10, 10, 10])
  assert.equal(ratio.median, 3)
  assert.ok(ratio.low >= 1 && ratio.low < 3 && ratio.high > 3 && ratio.high <= 5)
})
