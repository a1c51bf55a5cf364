import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { backupDatabase, restoreDatabase } from './backup.ts'
import { StorageRefused } from './errors.ts'

const url = 'postgres://user:hunter22@host/db'

describe('the backup of a PostgreSQL database', () => {
  const attempts: readonly [name: string, run: () => Promise<unknown>, command: RegExp][] = [
    [
      'backupDatabase',
      () => backupDatabase(url, 'x.dump'),
      /Run: pg_dump .*--file=x\.dump "\$DATABASE_URL"$/,
    ],
    ['restoreDatabase', () => restoreDatabase('x.dump', url), /Run: pg_restore .*="\$DATABASE_URL" x\.dump$/],
  ]
  for (const [name, run, command] of attempts) {
    it(`is left to PostgreSQL's own tools, which ${name} names`, () =>
      assert.rejects(run(), (error) => {
        assert.ok(error instanceof StorageRefused)
        assert.match(error.message, command)
        assert.ok(!error.message.includes('hunter22'))
        return true
      }))
  }

  it('is refused for an unknown database', () =>
    assert.rejects(backupDatabase('mysql:x', 'x'), /Write DATABASE_URL=sqlite:\./))
})
