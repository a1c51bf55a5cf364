import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openStorage } from '../open.ts'
import { refusal } from '../test-failures.ts'
import { createTestCluster } from './test-cluster.ts'

const cluster = await createTestCluster()
const options = { now: () => new Date() }
const database = `${cluster.address}/postgres`

/** Settings of PostgreSQL for its disk and standbys, and whether what it reports as committed is then on a disk. */
const servers: readonly (readonly [settings: readonly string[], search: string, isKept: boolean])[] = [
  [['fsync=off'], '', false],
  [['fsync=off'], '?synchronous_commit=remote_apply', false],
  [['fsync=off', 'synchronous_standby_names=*'], '', true],
  [['fsync=off', 'synchronous_standby_names=*'], '?synchronous_commit=remote_apply', true],
  [['fsync=off', 'synchronous_standby_names=*'], '?synchronous_commit=remote_write', false],
  [['fsync=off', 'synchronous_standby_names=*'], '?synchronous_commit=local', false],
  [['full_page_writes=off'], '', true],
]

before(async () => {
  await cluster.start()
  // Where commits wait for a standby and there is none, a start must have nothing to migrate.
  await (await openStorage(database, options)).close()
  await cluster.stop()
})
after(async () => {
  await cluster.stop()
  await cluster.remove()
})

describe('a server with', () => {
  for (const [settings, search, isKept] of servers) {
    it(`${settings.join(' and ')} is ${isKept ? 'opened' : 'refused'}${search && ` with ${search}`}`, async (t) => {
      await cluster.start(settings)
      t.after(() => cluster.stop())
      const opening = openStorage(`${database}${search}`, options)
      if (isKept) await (await opening).close()
      else await assert.rejects(opening, refusal(/: fsync is off, so .* could be lost\. Set fsync = on /))
    })
  }
})
