import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareFigures, unsettledRows } from './verdict.ts'

const kept = { instructions: 1_000, spread: 0 }

const cases = [
  { what: 'not quite 1 % more', now: { instructions: 1_009, spread: 0 }, verdict: 'same' },
  { what: 'just above 1 %', now: { instructions: 1_011, spread: 0 }, verdict: 'grown' },
  { what: 'above 1 %, within its own spread', now: { instructions: 1_015, spread: 0.01 }, verdict: 'same' },
  { what: 'above 1 % and the spread', now: { instructions: 1_021, spread: 0.01 }, verdict: 'grown' },
  { what: 'not quite 1 % less', now: { instructions: 991, spread: 0 }, verdict: 'same' },
  { what: 'less than that', now: { instructions: 989, spread: 0 }, verdict: 'shrunk' },
] as const

for (const { what, now, verdict } of cases)
  test(`${what}: ${verdict}`, () => {
    const { comparisons } = compareFigures({ row: now }, { row: kept })
    assert.deepEqual(
      comparisons.map((row) => row.verdict),
      [verdict],
    )
  })

test('the kept spread is allowed for too', () => {
  const { comparisons } = compareFigures(
    { row: { instructions: 1_015, spread: 0 } },
    { row: { ...kept, spread: 0.01 } },
  )
  assert.equal(comparisons[0]?.verdict, 'same')
})

test('rows without a counterpart are named on both sides', () => {
  const { comparisons, unkept, uncounted } = compareFigures({ a: kept, b: kept }, { b: kept, c: kept })
  assert.deepEqual([comparisons.map(({ name }) => name), unkept, uncounted], [['b'], ['a'], ['c']])
})

test('a row whose takes are far apart is unsettled', () => {
  assert.deepEqual(unsettledRows({ a: kept, b: { ...kept, spread: 0.051 }, c: { ...kept, spread: 0.05 } }), [
    'b',
  ])
})
