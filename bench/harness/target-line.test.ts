import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTargetLine, parseTargetLine } from './target-line.ts'

test('a target is read as it was written, colons in its promise included', () => {
  for (const isMet of [true, false]) {
    const target = {
      isMet,
      promise: 'postern, create valid: at most 2× bare',
      figure: '1.10× (1.00 to 1.20)',
    }
    assert.deepEqual(parseTargetLine(formatTargetLine(target)), target)
  }
  assert.equal(formatTargetLine({ isMet: true, promise: 'one', figure: '1' }), 'met      one: 1')
  assert.throws(() => parseTargetLine('perhaps  one: 1'), /no line of a target: perhaps/)
})
