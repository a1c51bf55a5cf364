import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { backupDatabase, restoreDatabase } from './backup.ts'
import { refusal } from './test-failures.ts'

const url = 'postgres://user:hunter22@host/db'

describe('the backup of a PostgreSQL database', () => {
  const attempts: readonly [name: string, run: () => Promise<unknown>, command: RegExp][] = [
    [
      'backupDatabase',
      () => backupDatabase(url, 'x.dump'),
      /Run: pg_dump --format=custom --file=x\.dump "\$DATABASE_URL"$/,
    ],
    [
      'restoreDatabase',
      () => restoreDatabase('my x.dump', url),
      /Run: pg_restore --clean --if-exists --single-transaction --dbname="\$DATABASE_URL" 'my x\.dump'$/,
    ],
    [
      'backupDatabase',
      () => backupDatabase(`${url}?sslmode=require`, "it's.dump"),
      /--file='it'\\''s\.dump' "\$DATABASE_URL"$/,
    ],
    [
      'restoreDatabase',
      () => restoreDatabase('x.dump', `${url}?max=10&sslmode=require`),
      /--dbname="\$\{DATABASE_URL%%\\\?\*\}\?sslmode=require" x\.dump$/,
    ],
    [
      'backupDatabase',
      () => backupDatabase(`${url}?search_path=a`, '$x.dump'),
      /--file='\$x\.dump' "\$\{DATABASE_URL%%\\\?\*\}"$/,
    ],
  ]
  for (const [name, run, command] of attempts) {
    it(`is left to PostgreSQL's own tools, which ${name} names`, () =>
      assert.rejects(run(), refusal(command)))
  }

  it('is refused for an unknown database', () =>
    assert.rejects(backupDatabase('mysql:x', 'x'), /Write sqlite:\./))
})
