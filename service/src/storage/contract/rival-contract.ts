import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openStorage } from '../open.ts'
import type { DatabaseUnderTest } from './harness.ts'
import type { RivalResult, RivalWork } from './rival.ts'
import { listTitles, newPost } from './samples.ts'

/** The contract of every database: several processes may work on it at once. */
export function describeRivals(database: DatabaseUnderTest): void {
  describe('several processes', () => {
    it('start on an empty database at once, lose no update, and store no username and no key twice', async () => {
      const url = await database.createDatabase()
      const rivals = await Promise.all([1, 2, 3, 4].map(() => startRival(url)))
      const storage = await openStorage(url, { now: () => new Date() })
      const { id } = await storage.posts.create(newPost({ title: '0' }))
      const results = await Promise.all(rivals.map((rival) => work(rival, { post: id, times: 25 })))

      assert.partialDeepStrictEqual(await storage.posts.get(id), { title: '100', version: 101 })
      const names = results.flatMap(({ signedUp }) => signedUp)
      assert.deepEqual([names.length, new Set(names).size], [20, 20])
      const keys = results.flatMap(({ created }) => created)
      assert.deepEqual([keys.length, new Set(keys).size], [20, 20])
      assert.equal((await listTitles(storage)).length, 21)
      assert.equal((await storage.posts.list({ limit: 1 })).total, 21)
      await storage.close()
    })
  })
}

async function startRival(url: string): Promise<ChildProcess> {
  const rival = fork(fileURLToPath(new URL('rival.ts', import.meta.url)), [url])
  await Promise.race([
    once(rival, 'message'),
    once(rival, 'exit').then(([code]) => assert.fail(`A process could not open the database: ${code}`)),
  ])
  return rival
}

async function work(rival: ChildProcess, task: RivalWork): Promise<RivalResult> {
  const ended = once(rival, 'exit')
  const received = once(rival, 'message')
  rival.send(task)
  const [result] = await Promise.race([
    received,
    ended.then(([code]) => assert.fail(`It ended with ${code}`)),
  ])
  assert.deepEqual(await ended, [0, null])
  return result
}
