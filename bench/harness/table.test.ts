import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTable } from './table.ts'

test('a table aligns the first column to the left and the others to the right, by characters', () => {
  const lines = formatTable(['', 'b'], [['a × c', '1.5 µs']]).split('\n')
  assert.deepEqual(lines, ['|       |      b |', '| ----- | -----: |', '| a × c | 1.5 µs |'])
})
