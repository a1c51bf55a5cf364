import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StorageUnavailable } from '../errors.ts'
import { openStorage } from '../open.ts'
import { startCrashWriter, verifyStage } from './crash-load.ts'
import { type DatabaseUnderTest, onNewDatabase } from './harness.ts'
import { listTitles, newPost, newSession, newUser, signUp } from './samples.ts'

/** The contract of every database: no acknowledged write is lost. */
export function describeDurability(database: DatabaseUnderTest): void {
  const options = { now: () => new Date() }

  describe('what was acknowledged', () => {
    it('is there after closing and opening again', () =>
      onNewDatabase(database, async ({ storage, url, clock }) => {
        const user = await signUp(storage, newUser('ada'))
        const post = await storage.posts.create(newPost({ author_id: user.id, tags: ['x'] }))
        const expires_at = '2030-01-01T00:00:00.000Z'
        const session = await storage.sessions.create(newSession(user.id, 'a', expires_at))
        await storage.close()
        const again = await openStorage(url, clock)
        assert.deepEqual(await again.users.get(user.id), user)
        assert.deepEqual(await again.posts.get(post.id), post)
        assert.deepEqual(await again.sessions.get('a'), session)
        await again.close()
      }))

    it('includes all that began before close, and later work is refused as unavailable', () =>
      onNewDatabase(database, async ({ storage, url, clock }) => {
        const titles = Array.from({ length: 300 }, (_, index) => `Title ${index}`)
        const begun = Promise.all(titles.map((title) => storage.posts.create(newPost({ title }))))
        await Promise.all([storage.close(), begun])
        await assert.rejects(storage.posts.create(newPost()), StorageUnavailable)
        await assert.rejects(storage.posts.get(1), StorageUnavailable)
        await assert.rejects(storage.check(), StorageUnavailable)
        await storage.close()
        const again = await openStorage(url, clock)
        await again.check()
        const listed = listTitles(again)
        await again.close()
        assert.deepEqual((await listed).sort(), titles.sort())
      }))

    it('survives 10 kills of the writing process, and so does the database', async () => {
      const url = await database.createDatabase()
      const stages = new Map<number, number>()
      for (let round = 0; round < 10; round += 1) {
        await writeUntilKilled(url, 1 + round * 61, stages)
        const storage = await openStorage(url, options)
        await Promise.all([...stages].map(([id, stage]) => verifyStage(storage, id, { last: stage })))
        await storage.close()
      }
      await database.verify?.(url)
    })
  })
}

async function writeUntilKilled(url: string, writes: number, stages: Map<number, number>): Promise<void> {
  const writer = startCrashWriter(url, stages)
  await writer.reach(writes)
  await writer.kill()
}
