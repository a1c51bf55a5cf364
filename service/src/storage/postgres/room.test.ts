import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import postgres from 'postgres'
import { newPost } from '../contract/samples.ts'
import { StorageUnavailable } from '../errors.ts'
import { openPostgres } from './open.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()

after(() => server.stop())

it('what the server has fewer connections for than the pool asks is all done, on those that there are', async () => {
  const url = new URL(await server.createDatabase())
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined })
  await sql.unsafe(`
    create role clerk login password 'filing' connection limit 3;
    alter database ${url.pathname.slice(1)} owner to clerk`)
  const pids = async () => {
    const rows = await sql<{ pid: number }[]>`select pid from pg_stat_activity where usename = 'clerk'`
    return rows.map(({ pid }) => pid).sort()
  }
  const storage = await openPostgres(
    Object.assign(new URL(url), { username: 'clerk', password: 'filing' }).href,
    { now: () => new Date() },
  )
  const { id } = await storage.posts.create(newPost())
  const [first] = await pids()
  for (let round = 0; round < 10; round += 1) {
    const replacements = Array.from({ length: 16 }, () =>
      storage.posts.replace(id, { title: 'T', content: 'C' }),
    )
    const missing = Array.from({ length: 16 }, () => storage.posts.replace(-1, { title: 'T', content: 'C' }))
    await Promise.all([...replacements, ...missing, storage.posts.create(newPost()), storage.posts.get(id)])
  }
  assert.equal((await storage.posts.get(id))?.version, 161)
  const kept = await pids()
  assert.deepEqual([kept.length, kept.includes(first ?? 0)], [3, true])

  await sql.unsafe('alter role clerk connection limit 0')
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'clerk'`
  await assert.rejects(storage.posts.get(id), StorageUnavailable)
  await sql.unsafe('alter role clerk connection limit -1')
  await storage.posts.get(id).catch(() => undefined)
  assert.equal((await storage.posts.get(id))?.version, 161)
  await storage.close()
  await sql.end()
})
