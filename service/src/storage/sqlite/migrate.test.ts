import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import type { Migration } from '../migrations.ts'
import { refusal } from '../test-failures.ts'
import { migrateSqlite } from './migrate.ts'

const first = migration(1, 'CREATE TABLE one (x)')
const second = migration(2, 'CREATE TABLE two (x); INSERT INTO two VALUES (1)')
const broken = migration(2, 'CREATE TABLE two (x); CREATE TABLE one (x)')

describe('migrateSqlite', () => {
  it('applies each missing migration once and records when', () => {
    const database = new DatabaseSync(':memory:')
    migrate(database, [first], '2026-01-01')
    migrate(database, [first, second], '2026-01-02')
    migrate(database, [first, second], '2026-01-03')
    assert.deepEqual(tables(database), ['migrations', 'one', 'two'])
    const applied = database.prepare('SELECT number, applied_at FROM migrations').all()
    assert.deepEqual(
      applied.map((row) => Object.values(row)),
      [
        [1, '2026-01-01T00:00:00.000Z'],
        [2, '2026-01-02T00:00:00.000Z'],
      ],
    )
  })

  it('leaves everything as it was when a migration fails, and releases the lock', () => {
    const database = new DatabaseSync(':memory:')
    assert.throws(() => migrate(database, [first, broken]), /table one already exists/)
    assert.deepEqual(tables(database), [])
    assert.equal(database.isTransaction, false)
  })

  const refused: readonly [name: string, migrations: readonly Migration[], message: RegExp][] = [
    ['is newer than the program', [first], /schema of here is newer.*migration 2/],
    ['was made by a migration that has changed', [first, broken], /Migration 2 .* has changed since/],
  ]
  for (const [name, migrations, message] of refused) {
    it(`refuses a schema that ${name}`, () => {
      const database = new DatabaseSync(':memory:')
      migrate(database, [first, second])
      assert.throws(() => migrate(database, migrations), refusal(message))
      assert.equal(database.isTransaction, false)
    })
  }
})

function migration(number: number, sql: string): Migration {
  return { number, name: `step-${number}`, sql, checksum: sql }
}

function migrate(database: DatabaseSync, migrations: readonly Migration[], date = '2026-01-01'): void {
  migrateSqlite({ database, where: 'here' }, { migrations, now: () => new Date(date) })
}

function tables(database: DatabaseSync): unknown[] {
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
  return rows.map((row) => row['name'])
}
