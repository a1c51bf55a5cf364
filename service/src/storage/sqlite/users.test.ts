import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { newSession, newUser, signUp } from '../contract/samples.ts'
import { openStorage } from '../open.ts'
import { inFolder } from './test-folder.ts'

it(
  'a password stays unchanged if the sessions that end with it cannot be revoked',
  inFolder(async (folder) => {
    const path = join(folder, 'x.db')
    const storage = await openStorage(`sqlite:${path}`, { now: () => new Date() })
    const ada = await signUp(storage, newUser('ada'))
    await storage.sessions.create(newSession(ada.id, 'a', '2100-01-01T00:00:00.000Z'))
    const other = new DatabaseSync(path)
    other.exec(`CREATE TRIGGER kept BEFORE DELETE ON sessions BEGIN SELECT raise(ABORT, 'kept'); END`)
    const replacement = { current: ada.password, next: '$next', keep: 'b' }
    await assert.rejects(storage.users.replacePassword(ada.id, replacement), /kept/)
    assert.deepEqual(await storage.users.get(ada.id), ada)
    other.exec('DROP TRIGGER kept')
    other.close()
    assert.equal(await storage.users.replacePassword(ada.id, replacement), true)
    assert.equal(await storage.sessions.get('a'), undefined)
    await storage.close()
  }),
)
