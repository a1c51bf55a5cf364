import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { replayFields } from '../../../../conformance/fields.ts'

const folder = join(import.meta.dirname, '../../../../conformance/fields')
const files = globSync('*.jsonl', { cwd: folder }).sort()
assert.ok(files.length > 20)

for (const file of files) {
  test(`§2.7 ${basename(file, '.jsonl')}: every recorded case, generated and composed`, () => {
    const { passed, misses } = replayFields(join(folder, file))
    assert.deepEqual(misses, [])
    assert.ok(passed > 100)
  })
}
