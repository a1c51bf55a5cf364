import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testsTogether } from './check-steps.ts'
import { runSteps } from './step.ts'

const files = {
  good: "test('good', () => undefined)",
  bad: "test('bad', () => { throw new Error('No') })",
  unloaded: "throw new Error('No')",
  halfLoaded: "test('half', () => undefined)\nthrow new Error('No')\ntest('other half', () => undefined)",
}

const fileOf = (name: string) => join(folder, `${name}.mjs`)
const folder = await mkdtemp(join(tmpdir(), 'tests-together-'))
for (const [name, text] of Object.entries(files))
  await writeFile(fileOf(name), `import { test } from 'node:test'\n${text}\n`)
after(() => rm(folder, { recursive: true }))

// table: files that run in one process, and whether all of their tests pass.
const runs: readonly (readonly [readonly (keyof typeof files)[], boolean])[] = [
  [['good'], true],
  [['bad', 'good'], false],
  [['unloaded'], false],
  [['good', 'unloaded'], false],
  [['halfLoaded', 'good'], false],
  [['good', 'halfLoaded'], false],
]

for (const [names, passes] of runs) {
  test(`the tests of ${names.join(' and ')} ${passes ? 'pass' : 'fail'} together`, async () => {
    const step = testsTogether('together', names.map(fileOf), 60)
    const [outcome] = await runSteps([step], { atOnce: 1, report: () => {} })
    assert.equal(outcome?.ok, passes, outcome?.output)
  })
}
