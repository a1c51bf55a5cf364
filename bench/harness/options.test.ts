import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertHeld, assertKnown, numberOf } from './options.ts'

test('a text that is in no name is reported with the names', () => {
  assertHeld('case', '', ['flat', 'list of 50'])
  assertHeld('case', 'list', ['flat', 'list of 50'])
  assert.throws(
    () => assertHeld('case', 'lsit', ['flat', 'list of 50']),
    /No case has "lsit" in its name; there are flat, list of 50$/,
  )
})

test('an unknown name is reported with the known ones', () => {
  assertKnown('peer', ['a'], ['a', 'b'])
  assert.throws(() => assertKnown('peer', ['a', 'c'], ['a', 'b']), /No peer is called c; there are a, b$/)
})

test('an option that is not a number above 0 is reported by its name', () => {
  assert.equal(numberOf('rounds', undefined, 7), 7)
  assert.equal(numberOf('rounds', '3', 7), 3)
  for (const wrong of ['x', '0', '-1', ''])
    assert.throws(() => numberOf('rounds', wrong, 7), /^Error: --rounds takes a number above 0, not /)
})
