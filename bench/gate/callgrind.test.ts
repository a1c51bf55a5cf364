import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTotal } from './callgrind.ts'

test('the sum of a file is its last line', () => {
  assert.equal(parseTotal('events: Ir\nsummary: 41\n\nfn=(1) main\n0 12\n\ntotals: 42\n'), 42)
})

test('a file without a sum is an error', () => {
  assert.throws(() => parseTotal('events: Ir\n'), /no line "totals: N"/)
})
