import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import postgres from 'postgres'
import { freePort } from '../../../../scripts/free-port.ts'
import { listen } from '../../../../scripts/listen.ts'
import { newPost } from '../contract/samples.ts'
import { StorageUnavailable } from '../errors.ts'
import type { Storage } from '../storage.ts'
import { unavailable } from '../test-failures.ts'
import { type ConnectionWatch, parseDestination, unwatched } from './driver.ts'
import { openPostgres } from './open.ts'
import { Primary } from './primary.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()
const options = { now: () => new Date(), patience: 2000 }
const settings = { patience: 1000, prepare: true }

after(() => server.stop())

/** The statements that make the server refuse connections, and those that make it accept them again. */
const refusals: readonly [name: string, refuse: string, allow: string][] = [
  ['its password was changed', `alter role clerk password 'other'`, `alter role clerk password 'filing'`],
  ['its role may not sign in', 'alter role clerk nologin', 'alter role clerk login'],
  ['its database was renamed', 'alter database NAME rename to away', 'alter database away rename to NAME'],
  [
    'its database takes no connections',
    'alter database NAME allow_connections false',
    'alter database NAME allow_connections true',
  ],
]

describe('a PostgreSQL connection that is lost', () => {
  it('fails immediately what is sent on it, and what comes later is served', () =>
    onTrial(async ({ storage, disconnect }) => {
      for (let round = 0; round < 10; round += 1) {
        const checks: Promise<unknown>[] = []
        let isOver = false
        const disconnecting = disconnect().finally(() => (isOver = true))
        while (!isOver) {
          checks.push(storage.check().catch(assertUnavailable))
          await setImmediate()
        }
        await Promise.all([disconnecting, ...checks])
      }
      await storage.check().catch(assertUnavailable)
      await storage.check()
    }))

  for (const [name, refuse, allow] of refusals) {
    it(`is reported as unavailable where ${name}, until it can be opened again`, () =>
      onTrial(async ({ storage, administer, disconnect }) => {
        const { id } = await storage.posts.create(newPost())
        await disconnect()
        await administer(refuse)
        for (let round = 0; round < 3; round += 1) {
          await assert.rejects(storage.posts.get(id), assertUnavailable)
          await assert.rejects(storage.posts.create(newPost()), assertUnavailable)
          await assert.rejects(storage.check(), assertUnavailable)
        }
        await administer(allow)
        assert.equal((await storage.posts.get(id))?.id, id)
      }))
  }

  it('lets the others finish their work before they are closed', { timeout: 60_000 }, async () => {
    const url = await server.createDatabase()
    const storage = await openPostgres(url, { ...options, patience: 20_000 })
    const { id } = await storage.posts.create(newPost())
    const sql = postgres(url, { max: 2 })
    const [replacement, working] = await sql.begin(async (other) => {
      await other`select from posts where id = ${id} for update`
      const begun = storage.posts.replace(id, { title: 'T', content: 'C' })
      let pid: number | undefined
      while (pid === undefined) [pid] = await connectionsOf(sql, 'Lock')
      await storage.posts.get(id)
      for (const one of await connectionsOf(sql)) {
        if (one !== pid) await sql`select pg_terminate_backend(${one}, 5000)`
      }
      await storage.check().catch(assertUnavailable)
      await storage.check()
      // Not awaited here: it waits for the end of this transaction.
      return [[begun], pid] as const
    })
    assert.partialDeepStrictEqual(await replacement[0], { version: 2 })
    while ((await connectionsOf(sql)).includes(working));
    await storage.close()
    await sql.end()
  })

  it('closes the idle connections as well', { timeout: 30_000 }, (t) =>
    onTrial(async ({ storage, url }) => {
      const sql = postgres(url, { max: 1 })
      t.after(() => sql.end())
      await Promise.all(Array.from({ length: 10 }, () => storage.check()))
      const [lost, ...others] = await connectionsOf(sql)
      assert.ok(others.length > 0)
      await sql`select pg_terminate_backend(${lost ?? 0}, 5000)`
      const isLeft = (pid: number) => others.includes(pid)
      while (!t.signal.aborted && (await connectionsOf(sql)).some(isLeft));
      await storage.check()
    }),
  )

  it('may be lost as soon as it is opened', { timeout: 60_000 }, () =>
    onTrial(async ({ storage, administer, disconnect }) => {
      const { id } = await storage.posts.create(newPost())
      await administer(`alter role clerk set transaction_timeout = '1ms'`)
      await disconnect()
      for (let round = 0; round < 20; round += 1) {
        await storage.posts.get(id).catch(assertUnavailable)
        await disconnect()
      }
      await administer('alter role clerk reset transaction_timeout')
      await disconnect()
      // Connections that were being opened before the reset still have the timeout.
      const isStored = (): Promise<boolean> =>
        storage.posts.get(id).then(
          (post) => post?.id === id,
          (error) => assertUnavailable(error) && isStored(),
        )
      assert.ok(await isStored())
    }),
  )
})

it('a connection that a driver still waits to open when it is abandoned is not opened', async (t) => {
  const { primary, sockets, refused } = watch(await freePort())
  t.after(() => primary.close())
  const driver = await primary.find()
  // Each time it waits longer before it tries again.
  for (let round = 0; round < 7; round += 1) await assert.rejects(driver`select`, { code: 'ECONNREFUSED' })
  const waiting = assert.rejects(driver`select`, { code: /^CONNECTION_(DESTROYED|CLOSED)$/ })
  await setImmediate()
  await primary.abandon(driver)
  await waiting
  await refused
  assert.equal(sockets.length, 7)
})

it('what is sent between the failure of a connection and its end fails immediately', {
  timeout: 30_000,
}, async (t) => {
  const [host] = parseDestination(`${await server.createDatabase()}?max=1`, settings).hosts
  const { promise: failed, resolve } = Promise.withResolvers<void>()
  const sockets: Socket[] = []
  const onMade = (socket: Socket) => {
    sockets.push(socket.once('error', () => resolve()))
  }
  const driver = host?.open({ ...unwatched, onMade }) ?? assert.fail()
  t.after(() => driver.end({ timeout: 0 }))
  await driver`select`
  sockets[0]?.destroy(new Error('The network is gone'))
  await failed
  await assert.rejects(driver`select`, { code: 'CONNECTION_CLOSED' })
  assert.equal((await driver`select`).length, 1)
})

it('closing breaks off a connection to a host that fell silent, and the host need not end it', async (t) => {
  const silent = createServer({ allowHalfOpen: true }, (socket) => socket.resume())
  const { primary, sockets } = watch(await listen(silent))
  const rejected = assert.rejects(primary.use(await primary.find(), (driver) => driver`select`))
  const [client] = await once(silent, 'connection')
  t.after(() => {
    client.destroy()
    silent.close()
  })
  await primary.close()
  await rejected
  await assert.rejects(primary.find(), unavailable(/^here is closed$/))
  assert.deepEqual(
    sockets.map(({ destroyed }) => destroyed),
    [true],
  )
})

/** The statements that take away what others need, and those that give it back. */
const losses: readonly [name: string, take: string, give: string][] = [
  ['a right', 'revoke all on posts from clerk', 'grant all on posts to clerk'],
  ['a table', 'alter table posts rename to away', 'alter table away rename to posts'],
]
for (const [name, take, give] of losses) {
  it(`${name} that is lost after the start is reported as unavailable, until it is back`, () =>
    onTrial(async ({ storage, administer }) => {
      const { id } = await storage.posts.create(newPost())
      await administer(take, 'inside')
      const expected = unavailable(/: (permission denied for table posts|relation "posts" does not exist)$/)
      await assert.rejects(storage.posts.get(id), expected)
      await assert.rejects(storage.posts.create(newPost()), expected)
      await assert.rejects(storage.posts.list({ limit: 1 }), expected)
      await assert.rejects(storage.posts.replace(id, { title: 'T', content: 'C' }), expected)
      await administer(give, 'inside')
      assert.equal((await storage.posts.get(id))?.version, 1)
    }))
}

it('a statement that PostgreSQL has to prepare again is sent again with the same values', () =>
  onTrial(async ({ storage, administer }) => {
    const { id } = await storage.posts.create(newPost({ priority: 3 }))
    assert.equal((await storage.posts.get(id))?.priority, 3)
    await administer('alter table posts alter column priority type smallint', 'inside')
    assert.equal((await storage.posts.get(id))?.priority, 3)
  }))

/** Returns a primary on a local port, its sockets, and a promise of the first time that a driver may open no more. */
function watch(port: number) {
  const [host] = parseDestination(`postgres://user:secret@127.0.0.1:${port}/db?max=1`, settings).hosts
  const sockets: Socket[] = []
  const { promise: refused, resolve } = Promise.withResolvers<void>()
  const open = (watch: ConnectionWatch) => {
    const onMade = (socket: Socket) => {
      sockets.push(socket)
      watch.onMade(socket)
    }
    const isOver = () => {
      const over = watch.isOver()
      if (over) resolve()
      return over
    }
    return host?.open({ ...watch, onMade, isOver }) ?? assert.fail()
  }
  return { primary: new Primary([{ name: 'here', open }], 1000), sockets, refused }
}

type Trial = {
  /** The URL of the database for the superuser. */
  readonly url: string
  readonly storage: Storage
  /** Runs a statement as the superuser, from outside the database or inside it. */
  readonly administer: (statement: string, place?: 'inside') => Promise<void>
  /** Ends every connection of the storage, as a restart would. */
  readonly disconnect: () => Promise<void>
}

/** Opens a new database as the role `clerk`, passes it to the test, and always drops both. */
async function onTrial(test: (trial: Trial) => Promise<void>): Promise<void> {
  const address = new URL(await server.createDatabase())
  const name = address.pathname.slice(1)
  const sql = postgres(new URL('/postgres', address).href, { max: 1, onnotice: () => undefined })
  const outside = async (statement: string) => void (await sql.unsafe(statement))
  const inside = async (statement: string) => {
    const sql = postgres(address.href, { max: 1, onnotice: () => undefined })
    await sql.unsafe(statement)
    await sql.end()
  }
  await outside(`create role clerk login password 'filing'`)
  await outside(`alter database ${name} owner to clerk`)
  const url = Object.assign(new URL(address), { username: 'clerk', password: 'filing' })
  const storage = await openPostgres(url.href, options)
  try {
    await test({
      url: address.href,
      storage,
      administer: (statement, place) =>
        place ? inside(statement) : outside(statement.replaceAll('NAME', name)),
      disconnect: () =>
        outside(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'clerk'`),
    })
  } finally {
    await storage.close()
    await outside(`drop database ${name} with (force)`)
    await outside('drop role clerk')
    await sql.end()
  }
}

/** Returns the process ids of the storage's connections: those that wait for this, or all. */
async function connectionsOf(sql: postgres.Sql, waitingFor?: 'Lock'): Promise<number[]> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'postern' and datname = current_database()
    and (${waitingFor ?? null}::text is null or wait_event_type = ${waitingFor ?? null})`
  return rows.map(({ pid }) => pid)
}

/** The failure is reported immediately, not after a timeout. */
function assertUnavailable(error: unknown): true {
  assert.ok(error instanceof StorageUnavailable, String(error))
  assert.doesNotMatch(error.message, /no response within/)
  return true
}
