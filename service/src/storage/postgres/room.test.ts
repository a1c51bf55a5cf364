import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { after, it, type TestContext } from 'node:test'
import postgres from 'postgres'
import { listen } from '../../../../scripts/listen.ts'
import { newPost, newUser, signUp } from '../contract/samples.ts'
import { StorageUnavailable } from '../errors.ts'
import { openPostgres } from './open.ts'
import { Room } from './room.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()

after(() => server.stop())

/** Creates a database whose role `clerk` may have this many connections; `sql` uses another role. */
async function withClerk(limit: number) {
  const url = new URL(await server.createDatabase())
  const sql = postgres(url.href, { max: 2, onnotice: () => undefined })
  const role = `clerk${limit}`
  await sql.unsafe(`
    create role ${role} login password 'filing' connection limit ${limit};
    alter database ${url.pathname.slice(1)} owner to ${role}`)
  const pids = async () => {
    const rows = await sql<{ pid: number }[]>`select pid from pg_stat_activity where usename = ${role}`
    return rows.map(({ pid }) => pid).sort()
  }
  return { sql, pids, role, url: Object.assign(url, { username: role, password: 'filing' }).href }
}

it('where the server has fewer connections than the pool requests, everything is done on those that exist', async () => {
  const { sql, pids, role, url } = await withClerk(3)
  const storage = await openPostgres(url, { now: () => new Date() })
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

  await sql.unsafe(`alter role ${role} connection limit 0`)
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = ${role}`
  // Immediately, and not after a timeout.
  await assert.rejects(storage.posts.get(id), { name: 'StorageUnavailable', message: /too many connections/ })
  await sql.unsafe(`alter role ${role} connection limit -1`)
  await storage.posts.get(id).catch(() => undefined)
  assert.equal((await storage.posts.get(id))?.version, 161)
  await storage.close()
  await sql.end()
})

it('a change of the password needs only one connection', async () => {
  const url = `${await server.createDatabase()}?max=1`
  const storage = await openPostgres(url, { now: () => new Date(), patience: 10_000 })
  const { id, password: current } = await signUp(storage, newUser('ada'))
  const replacement = { current, next: '$next', keep: 'none' }
  assert.equal(await storage.users.replacePassword(id, replacement), true)
  await storage.close()
})

it('everything requested after a connection was lost is done, on as few connections as there are', async () => {
  const { sql, pids, url } = await withClerk(2)
  const storage = await openPostgres(url, { now: () => new Date() })
  const { id } = await storage.posts.create(newPost())
  const [only] = await pids()
  await sql`select pg_terminate_backend(${only ?? 0}, 5000)`
  await storage.check().catch(() => undefined)
  // The other connections of that driver end with the lost one: the next driver opens all of its own.
  for (const pid of await pids()) await sql`select pg_terminate_backend(${pid}, 5000)`
  while ((await pids()).length > 0);
  const replacements = Array.from({ length: 32 }, () =>
    storage.posts.replace(id, { title: 'T', content: 'C' }),
  )
  await Promise.all(replacements)
  assert.equal((await storage.posts.get(id))?.version, 33)
  await storage.close()
  await sql.end()
})

it('what waited for a connection is not started once its caller has received a failure', async () => {
  const { sql, pids, url } = await withClerk(1)
  const storage = await openPostgres(url, { now: () => new Date(), patience: 500 })
  const { id } = await storage.posts.create(newPost())
  const replace = () => storage.posts.replace(id, { title: 'T', content: 'C' })
  await Promise.all(Array.from({ length: 16 }, () => storage.posts.get(id)))
  const [only] = await pids()
  await sql.begin(async (other) => {
    await other`select from posts where id = ${id} for update`
    for (const outcome of await Promise.allSettled(Array.from({ length: 40 }, replace)))
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StorageUnavailable)
    // The statement that was sent waits for the row until the server ends it.
    while ((await pids()).includes(only ?? 0));
  })
  // The server still counts a connection of the role shortly after it has ended.
  while (
    await storage.check().then(
      () => false,
      () => true,
    )
  );
  assert.equal((await storage.posts.get(id))?.version, 1)
  assert.partialDeepStrictEqual(await replace(), { version: 2 })
  await storage.close()
  const [kept] = await sql`select version from posts where id = ${id}`
  assert.equal(Number(kept?.['version']), 2)
  await sql.end()
})

/** Opens connections to a host that accepts everything and sends nothing. */
async function openSockets(t: TestContext): Promise<readonly Socket[]> {
  const host = createServer((socket) => socket.resume())
  const port = await listen(host)
  const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    host.close()
  })
  return sockets
}

it('when there are more connections again, as many operations run at once as there are connections', async (t) => {
  const room = new Room()
  const sockets = await openSockets(t)
  const [only, refused, ...more] = sockets
  assert.ok(only && refused)
  room.add(only)
  room.add(refused)
  await room.enter()
  room.refuse()
  refused.destroy()
  const entered = [room.enter(), room.enter()]
  room.lose()
  for (const socket of more) room.add(socket)
  room.leave()
  await Promise.all(entered)
})

it('refused connections that close at the same time and are reported one by one let nothing in meanwhile', async (t) => {
  const room = new Room()
  const sockets = await openSockets(t)
  for (const socket of sockets) {
    room.add(socket)
    await room.enter()
  }
  const [, ...refused] = sockets
  for (const socket of refused) {
    room.refuse()
    socket.destroy()
  }
  let isIn = false
  const entered = room.enter().then(() => {
    isIn = true
  })
  for (const _ of refused) room.leave()
  assert.deepEqual([room.lose(), room.lose()], [true, true])
  await new Promise(setImmediate)
  assert.equal(isIn, false, 'there is work on the only connection')
  room.leave()
  await entered
  assert.deepEqual([room.lose(), room.lose()], [true, false])
})
