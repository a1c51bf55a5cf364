import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn } from './in-turn.ts'

test('every round has each item once, and begins with a different one', () => {
  const turns = Array.from(inTurn(['a', 'b', 'c'], 4), ([item, round]) => `${item}${round}`)
  assert.equal(turns.join(' '), 'a0 b0 c0 b1 c1 a1 c2 a2 b2 a3 b3 c3')
  assert.deepEqual([...inTurn([], 2)], [])
})
