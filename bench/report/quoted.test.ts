import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const results = readFileSync(new URL('../RESULTS.md', import.meta.url), 'utf8')
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** Returns the lines of the first table after a heading. */
function tableAfter(text: string, heading: string): string[] {
  const [, after = ''] = text.split(`\n${heading}\n`)
  return /(?:^\|.*\n)+/m.exec(after)?.[0].trim().split('\n') ?? []
}

/** Returns the ratios of the peers in a piece of work, the smallest first. */
function measured(work: string): string[] {
  return tableAfter(results, `### ${work}`).flatMap((row) => /\d[\d.]*(?=×)/.exec(row)?.[0] ?? [])
}

/** Returns the ratios that the README quotes in a column of its table. */
function quoted(column: number): string[] {
  const cells = tableAfter(readme, '## How fast it is').map((row) => row.split('|')[column]?.trim() ?? '')
  return cells.filter((cell) => /^\d+\.\d+$/.test(cell))
}

test('the README quotes the results as they are', () => {
  assert.ok(measured('create valid, node').length > 0)
  assert.deepEqual(quoted(2), measured('create valid, node'))
  assert.deepEqual(quoted(4), measured('create valid, bun'))
})
