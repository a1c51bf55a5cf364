import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgressLines } from './progress-lines.ts'

test('a line is printed at every tenth, and no more often', () => {
  const lines: string[] = []
  const progress = createProgressLines((line) => lines.push(line), { what: 'seed', total: 1000 })
  for (let i = 0; i < 1000; i++) progress.advance(1)
  progress.finish()
  assert.equal(lines.length, 10)
  assert.deepEqual([lines[0], lines[9]], ['seed: 100 of 1000', 'seed: 1000 of 1000'])
})
