import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { newSession, newUser, signUp } from '../contract/samples.ts'
import { openSqlite } from './open.ts'
import { inFolder } from './test-folder.ts'

it(
  'a session is extended later where another program holds the lock, and other writes wait for it; any other failure is reported',
  { timeout: 30_000 },
  inFolder(async (folder) => {
    const path = join(folder, 'x.db')
    const storage = await openSqlite(path, { now: () => new Date(), patience: 3_600_000 })
    const ada = await signUp(storage, newUser('ada'))
    const session = await storage.sessions.create(newSession(ada.id, 'a', '2100-01-01T00:00:00.000Z'))
    const extend = () => storage.sessions.extend('a', '2200-01-01T00:00:00.000Z')
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    assert.equal(await extend(), false)
    assert.deepEqual(await storage.sessions.get('a'), session)
    other.exec('ROLLBACK')
    other.exec(`CREATE TRIGGER fixed BEFORE UPDATE ON sessions BEGIN SELECT raise(ABORT, 'fixed'); END`)
    await assert.rejects(extend(), /fixed/)
    other.exec('DROP TRIGGER fixed')
    other.close()
    assert.equal(await extend(), true)
    await storage.close()
  }),
)
