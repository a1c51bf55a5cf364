import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../root.ts'
import { layerTable } from './layer-table.ts'

const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

for (const { folder, stack } of layerTable) {
  test(`ARCHITECTURE.md lists the layers of ${folder} that are checked`, () => {
    const layers = stack.map((units) => units.join(' | ')).join(' → ')
    assert.ok(page.includes(`\`${layers}\``), layers)
  })

  test(`every layer of ${folder} exists`, () => {
    const units = stack.flat().map((unit) => join(root, folder, unit))
    assert.deepEqual(
      units.filter((unit) => !existsSync(unit) && !existsSync(`${unit}.ts`)),
      [],
    )
  })
}
