import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPost } from '../contract/samples.ts'
import { StorageUnavailable } from '../errors.ts'
import { openStorage } from '../open.ts'
import type { Storage } from '../storage.ts'
import { TestLoad } from './test-load.ts'
import { startTestPair } from './test-pair.ts'

const options = { now: () => new Date() }

describe('a PostgreSQL primary with a synchronous standby', () => {
  it('is found among the hosts, lost during writes, and replaced by the promoted standby with everything it acknowledged', async (test) => {
    const pair = await startTestPair()
    test.after(() => pair.stop())
    const storage = await openStorage(pair.url, options)
    const load = new TestLoad(storage, 16)
    // A failed test must not leave clients that write forever.
    test.after(() => load.end())
    await load.reachFurther(300)

    await pair.killPrimary()
    await assert.rejects(storage.posts.create(newPost()), StorageUnavailable)
    await assert.rejects(storage.posts.get(1), StorageUnavailable)
    await assert.rejects(storage.check(), StorageUnavailable)
    const before = load.acknowledged.size
    await assert.rejects(openStorage(pair.url, options), /takes no writes/)
    assert.equal(load.acknowledged.size, before)

    await pair.promoteStandby()
    await load.reachFurther(300)
    await load.endAndVerify()
    assert.ok(load.refused > 0)
    await storage.check()
    await storage.close()
    await (await openStorage(pair.url, options)).close()
  })

  it('is left for the promoted standby when it takes no more writes but keeps its connections', async (test) => {
    const pair = await startTestPair()
    test.after(() => pair.stop())
    const storage = await openStorage(pair.url, options)
    test.after(() => storage.close())
    const { id } = await storage.posts.create(newPost())
    await pair.stopWrites()
    // Each connection of the server applies the setting at its own time.
    while (await isTaken(storage));
    // The delays between searches that find none grow, and the searches open no more connections.
    await assert.rejects(storage.check(), /takes no writes/)
    const connections = await pair.countConnections()
    for (const distance of [20, 40, 80]) {
      const begun = performance.now()
      await assert.rejects(storage.check(), /takes no writes/)
      assert.ok(performance.now() - begun >= distance - 1)
    }
    assert.equal(await pair.countConnections(), connections)
    await pair.promoteStandby()
    assert.ok((await storage.posts.create(newPost())).id > id)
    assert.equal((await storage.posts.get(id))?.id, id)
  })
})

async function isTaken(storage: Storage): Promise<boolean> {
  try {
    await storage.posts.create(newPost())
    return true
  } catch (error) {
    assert.ok(error instanceof StorageUnavailable, String(error))
    return false
  }
}
