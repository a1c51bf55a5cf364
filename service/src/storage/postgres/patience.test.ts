import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { listen } from '../../../../scripts/listen.ts'
import { newPost, newSession, newUser, signUp, under } from '../contract/samples.ts'
import { refusal, unavailable } from '../test-failures.ts'
import { openPostgres } from './open.ts'
import { errorResponse, withoutTimeout } from './test-pooler.ts'
import { startTestProxy } from './test-proxy.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()
const options = { now: () => new Date(), patience: 800 }

after(() => server.stop())

describe('patience with PostgreSQL', () => {
  it('ends for a statement that the server does not finish, while other statements continue', async () => {
    const url = await server.createDatabase()
    const storage = await openPostgres(url, options)
    const { id } = await storage.posts.create(newPost())
    const other = postgres(url, { max: 1 })
    await other.begin(async (sql) => {
      await sql`select from posts where id = ${id} for update`
      const replacement = storage.posts.replace(id, { title: 'T', content: 'C' })
      assert.equal((await storage.posts.get(id))?.version, 1)
      await assert.rejects(replacement, unavailable(/statement timeout/))
    })
    assert.partialDeepStrictEqual(await storage.posts.replace(id, { title: 'T', content: 'C' }), {
      version: 2,
    })
    await other.end()
    await storage.close()
  })

  it('leaves connections to everything else where many changes wait for a locked post', async () => {
    const url = await server.createDatabase()
    const storage = await openPostgres(url, { now: () => new Date(), patience: 10_000 })
    const { id } = await storage.posts.create(newPost())
    const other = postgres(url, { max: 1 })
    let changed = 0
    const changes: Promise<unknown>[] = []
    await other.begin(async (sql) => {
      await sql`select from posts where id = ${id} for update`
      for (let count = 0; count < 30; count += 1) {
        const change = storage.posts.replace(id, { title: 'T', content: 'C' })
        changes.push(change.then(() => (changed += 1)))
      }
      assert.equal((await storage.posts.get(id))?.version, 1)
      assert.equal((await storage.posts.list({ limit: 10, sort: 'oldest' })).total, 1)
      assert.ok((await storage.posts.create(newPost())).id > id)
      await storage.check()
      assert.equal(changed, 0)
    })
    await Promise.all(changes)
    assert.equal((await storage.posts.get(id))?.version, 31)
    await other.end()
    await storage.close()
  })

  it('refuses changes that waited too long for their turn, without sending them', async () => {
    const url = await server.createDatabase()
    const storage = await openPostgres(`${url}?max=1`, options)
    const { id } = await storage.posts.create(newPost())
    const other = postgres(url, { max: 1 })
    await other.begin(async (sql) => {
      await sql`select from posts where id = ${id} for update`
      const replace = () => storage.posts.replace(id, { title: 'T', content: 'C' })
      const outcomes = await Promise.allSettled([replace(), replace(), replace(), replace()])
      const reasons = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)
      assert.ok(unavailable(/statement timeout/)(reasons[0]))
      assert.ok(unavailable(/not sent within 1200 ms/)(reasons[3]))
    })
    assert.equal((await storage.posts.get(id))?.version, 1)
    await other.end()
    await storage.close()
  })

  it('leaves a password unchanged where the sessions that end with it cannot be revoked in time', async () => {
    const url = await server.createDatabase()
    const storage = await openPostgres(url, options)
    const ada = await signUp(storage, newUser('ada'))
    await storage.sessions.create(newSession(ada.id, 'a', '2100-01-01T00:00:00.000Z'))
    const replacement = { current: ada.password, next: '$next', keep: 'b' }
    const other = postgres(url, { max: 1 })
    await other.begin(async (sql) => {
      await sql`select from sessions where token_hash = 'a' for update`
      const replacing = storage.users.replacePassword(ada.id, replacement)
      await assert.rejects(replacing, unavailable(/statement timeout/))
    })
    assert.deepEqual(await storage.users.get(ada.id), ada)
    assert.equal(await storage.users.replacePassword(ada.id, replacement), true)
    assert.equal(await storage.sessions.get('a'), undefined)
    await other.end()
    await storage.close()
  })

  it('leaves a session to be extended later where that cannot be done in time', async () => {
    const url = await server.createDatabase()
    const storage = await openPostgres(url, options)
    const ada = await signUp(storage, newUser('ada'))
    const session = await storage.sessions.create(newSession(ada.id, 'a', '2100-01-01T00:00:00.000Z'))
    const extend = () => storage.sessions.extend('a', '2200-01-01T00:00:00.000Z')
    const other = postgres(url, { max: 1 })
    await other.begin(async (sql) => {
      await sql`select from sessions where token_hash = 'a' for update`
      assert.equal(await extend(), false)
    })
    assert.deepEqual(await storage.sessions.get('a'), session)
    assert.equal(await extend(), true)
    await other.end()
    await storage.close()
  })

  it('is not needed by new requests while another transaction clears what has expired', async () => {
    const url = await server.createDatabase()
    let time = Date.UTC(2026, 0)
    const storage = await openPostgres(url, { now: () => new Date(time), patience: 10_000 })
    const ada = await signUp(storage, newUser('ada'))
    const signIn = (hash: string) =>
      storage.sessions.create(newSession(ada.id, hash, new Date(time + 1000).toISOString()))
    const create = (key: string) =>
      storage.posts.create(newPost(), under({ user_id: null, operation: 'create', key }))
    await Promise.all([signIn('a'), create('a')])
    time += 2 * 86_400_000
    const other = postgres(url, { max: 1 })
    await other.begin(async (sql) => {
      await sql`select from sessions for update`
      await sql`select from idempotency_keys for update`
      assert.equal((await signIn('b'))?.token_hash, 'b')
      assert.equal((await create('b')).outcome, 'created')
    })
    await other.end()
    await storage.close()
  })

  it('ends for a network that fell silent, and new connections are opened when it is back', async (t) => {
    const proxy = await startTestProxy(await server.createDatabase())
    t.after(() => proxy.close())
    const storage = await openPostgres(proxy.url, options)
    const { id } = await storage.posts.create(newPost())
    proxy.freeze()
    // A later request is given up with those that waited longer, and gets the same error.
    const later = wait(100).then(() => storage.check())
    const operations = [storage.posts.get(id), storage.posts.create(newPost()), later]
    for (const outcome of await Promise.allSettled(operations)) {
      assert.ok(outcome.status === 'rejected' && unavailable(/no response within 1200 ms/)(outcome.reason))
    }
    proxy.thaw()
    assert.equal((await storage.posts.get(id))?.id, id)
    assert.ok((await storage.posts.create(newPost())).id > id)
    await storage.close()
  })

  for (const words of ['pg_settings', 'server_encoding', 'to_regclass', 'read_only', 'has_table_privilege']) {
    it(`ends for a start whose network falls silent at the query for ${words}`, async (t) => {
      const url = await server.createDatabase()
      await (await openPostgres(url, options)).close()
      const proxy = await startTestProxy(url, (chunk) => {
        if (chunk.includes(words)) proxy.freeze()
        return chunk
      })
      t.after(() => proxy.close())
      await assert.rejects(openPostgres(proxy.url, options), unavailable(/no response within 1200 ms/))
    })
  }

  it('ends for a search where one of the hosts fell silent, and that host is found when it is back', async (t) => {
    const proxy = await startTestProxy(await server.createDatabase())
    t.after(() => proxy.close())
    const refusing = await startRefusing()
    t.after(() => refusing.server.close())
    const storage = await openPostgres(proxy.url.replace('@', `@127.0.0.1:${refusing.port},`), options)
    t.after(() => storage.close())
    const { id } = await storage.posts.create(newPost())
    const other = postgres(proxy.url, { max: 1 })
    await other.begin(async (sql) => {
      await sql`select from posts where id = ${id} for update`
      await assert.rejects(storage.posts.delete(id), unavailable(/statement timeout/))
    })
    await other.end()
    // The connections are still open; the next request searches for the host again.
    proxy.freeze()
    await assert.rejects(storage.posts.get(id), unavailable(/sent no response within 1200 ms/))
    proxy.thaw()
    assert.equal((await storage.posts.get(id))?.id, id)
  })

  for (const hosts of ['one host', 'several hosts']) {
    it(`ends for connections to ${hosts} that the database made read-only when they were opened`, {
      timeout: 30_000,
    }, async (t) => {
      const url = await server.createDatabase()
      const refusing = await startRefusing()
      t.after(() => refusing.server.close())
      const named = hosts === 'one host' ? url : url.replace('@', `@127.0.0.1:${refusing.port},`)
      const storage = await openPostgres(named, options)
      t.after(() => storage.close())
      const database = new URL(url).pathname.slice(1)
      const other = postgres(url, { max: 1 })
      const create = () => storage.posts.create(newPost())
      await other.unsafe(`alter database ${database} set default_transaction_read_only = on`)
      await other`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'postern'`
      await Promise.allSettled(Array.from({ length: 20 }, create))
      await assert.rejects(storage.check(), unavailable(/takes no writes/))
      await assert.rejects(create(), unavailable(/takes no writes|read-only transaction/))
      await other.unsafe(`alter database ${database} reset default_transaction_read_only`)
      await other.end()
      const isTaken = () => create().then(Boolean, () => false)
      while (!t.signal.aborted && !(await isTaken()));
      await Promise.all([storage.check(), ...Array.from({ length: 20 }, create)])
    })
  }

  it('keeps read-only connections from being opened again for each request', async (t) => {
    const url = await server.createDatabase()
    const proxy = await startTestProxy(url)
    t.after(() => proxy.close())
    const storage = await openPostgres(`${proxy.url}?max=1`, { ...options, patience: 10_000 })
    t.after(() => storage.close())
    const other = postgres(url, { max: 1 })
    await other.unsafe(
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
    )
    await other`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'postern'`
    await other.end()
    await storage.check().catch(() => undefined)
    const refused = () =>
      assert.rejects(storage.posts.create(newPost()), unavailable(/read-only transaction/))
    await refused()
    const { connections } = proxy
    for (let round = 0; round < 10; round += 1) await refused()
    assert.equal(proxy.connections, connections)
  })

  it('lets all requests wait for one search when no host responds', async (t) => {
    const [one, other] = await Promise.all([startRefusing(), startRefusing()])
    t.after(() => [one, other].map(({ server }) => server.close()))
    const opening = openPostgres(`postgres://u:p@127.0.0.1:${one.port},127.0.0.1:${other.port}/db`, options)
    await assert.rejects(opening, unavailable(/^postgres:\/\/127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\/db: /))
    assert.deepEqual([one.connections(), other.connections()], [1, 1])
  })

  const pooled: readonly [reason: string, message: RegExp][] = [
    ['unsupported startup parameter: statement_timeout', /ignore_startup_parameters.* ALTER ROLE/],
    ['unsupported startup parameter: search_path', /Remove it from DATABASE_URL/],
    ['SASL authentication failed', /Correct the user and the password/],
  ]
  for (const [reason, message] of pooled) {
    it(`is not possible with a pooler that reports “${reason}”, and the error says what to do`, async (t) => {
      const pooler = await startRefusing(`SFATAL\0C08P01\0M${reason}\0\0`)
      t.after(() => pooler.server.close())
      await assert.rejects(
        openPostgres(`postgres://u:p@127.0.0.1:${pooler.port}/db`, options),
        refusal(message),
      )
    })
  }

  it('is not possible with a URL that sets a longer one', async () => {
    const url = `${await server.createDatabase()}?statement_timeout=60000`
    await assert.rejects(openPostgres(url, options), /time out only after 1min.* Remove it from DATABASE_URL/)
  })

  it('is required of the server where a pooler drops it', async (t) => {
    const url = await server.createDatabase()
    const pooler = await startTestProxy(url, withoutTimeout)
    t.after(() => pooler.close())
    await assert.rejects(
      openPostgres(pooler.url, options),
      refusal(/never time out.* ALTER ROLE postern SET statement_timeout = '800ms'/),
    )
    const sql = postgres(url)
    await sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '800ms'`)
    await sql.end()
    await (await openPostgres(pooler.url, options)).close()
  })
})

type Refusing = { readonly server: Server; readonly port: number; connections(): number }

/** Starts a server that ends every connection, with an error message of the protocol or without one. */
async function startRefusing(message = ''): Promise<Refusing> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(message && errorResponse(message)))
  })
  return { server, port: await listen(server), connections: () => connections }
}
