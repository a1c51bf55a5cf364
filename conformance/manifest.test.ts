import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readJsonLines } from '../scripts/json-lines.ts'

test('no recorded case is missing: every file has as many as the manifest says', () => {
  const cwd = import.meta.dirname
  const { files } = JSON.parse(readFileSync(join(cwd, 'manifest.json'), 'utf8'))
  const found = globSync('{fields,response,http}/*.jsonl', { cwd }).map(
    (file) => [file, readJsonLines(join(cwd, file)).length] as const,
  )
  assert.deepEqual(Object.fromEntries(found), files)
})
