import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Migration, pendingMigrations, readMigrations } from './migrations.ts'
import { refusal } from './test-failures.ts'

describe('readMigrations', () => {
  it('reads the .sql files in the order of their numbers, whatever their line endings', async () => {
    const unix = await readFiles({ '002-b.sql': 'B;\n', '001-a.sql': 'A;\nA;\n', 'readme.md': '' })
    assert.deepEqual(
      unix.map(({ number, name, sql }) => [number, name, sql]),
      [
        [1, 'a', 'A;\nA;\n'],
        [2, 'b', 'B;\n'],
      ],
    )
    assert.deepEqual(await readFiles({ '002-b.sql': 'B;\r\n', '001-a.sql': 'A;\r\nA;\r\n' }), unix)
    const [changed] = await readFiles({ '001-a.sql': 'A;\nA\n' })
    assert.notEqual(changed?.checksum, unix[0]?.checksum)
  })

  for (const name of ['002-a.sql', '1-a.sql', '001_a.sql', '001.sql']) {
    it(`refuses ${name} as the first file`, () =>
      assert.rejects(readFiles({ [name]: '' }), /should be named 001-NAME\.sql/))
  }
})

describe('pendingMigrations', () => {
  const known = [1, 2, 3].map((number) => migration(number))

  for (const done of [0, 1, 3]) {
    it(`returns what comes after the ${done} that were applied`, () => {
      assert.deepEqual(pendingMigrations(known, known.slice(0, done), 'here'), known.slice(done))
    })
  }

  const refused: readonly [name: string, applied: Migration[], message: RegExp][] = [
    ['a newer schema', [...known, migration(4)], /schema of here is newer.*migration 4 \(step-4\).*knows 3/],
    ['a changed migration', [migration(1, 'other')], /Migration 1 \(step-1\) has changed/],
    ['a gap', [migration(1), migration(3, 'sum 2')], /Migration 3 \(step-3\) has changed/],
  ]
  for (const [name, applied, message] of refused) {
    it(`refuses ${name}`, () => {
      assert.throws(() => pendingMigrations(known, applied, 'here'), refusal(message))
    })
  }
})

function migration(number: number, checksum = `sum ${number}`): Migration {
  return { number, name: `step-${number}`, sql: '', checksum }
}

async function readFiles(files: Record<string, string>): Promise<readonly Migration[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postern-migrations-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  try {
    return await readMigrations(pathToFileURL(`${folder}/`))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
