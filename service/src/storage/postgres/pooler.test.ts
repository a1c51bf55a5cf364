import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import postgres from 'postgres'
import { newPost } from '../contract/samples.ts'
import { migrationState } from '../migration-state.ts'
import { refusal, unavailable } from '../test-failures.ts'
import { openPostgres } from './open.ts'
import { startTestPooler } from './test-pooler.ts'
import { startTestProxy } from './test-proxy.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()
after(() => server.stop())

const options = { now: () => new Date() }

describe('behind a pooler that does not support prepared statements', () => {
  it('each client gets the results it asked for, and none of another client', async (t) => {
    const pooler = await startTestPooler(await createDatabase())
    t.after(() => pooler.close())
    const storage = await openPostgres(pooler.url, options)
    const clients = Array.from({ length: 16 }, async (_, client) => {
      for (let turn = 0; turn < 20; turn += 1) {
        const created = await storage.posts.create(newPost({ title: `${client} ${turn}` }))
        assert.deepEqual(await storage.posts.get(created.id), created)
        const replacement = { title: `${client} ${turn} again`, content: 'Ten characters or more.' }
        const replaced = await storage.posts.replace(created.id, replacement)
        assert.deepEqual(await storage.posts.get(created.id), replaced)
        const { posts } = await storage.posts.list({ limit: 2 })
        assert.ok(posts.every(({ title }) => /^\d+ \d+( again)?$/.test(title)))
      }
    })
    await Promise.all(clients)
    await storage.close()
  })
})

it('every connection to a pooler is closed, including those that found out what it supports, read or were refused', {
  timeout: 30_000,
}, async (t) => {
  const [pooler, other] = await Promise.all([
    startTestPooler(await createDatabase()),
    startTestPooler(await server.createDatabase()),
  ])
  t.after(() => [pooler, other].map((one) => one.close()))
  await (await openPostgres(pooler.url, options)).close()
  assert.deepEqual((await migrationState(pooler.url)).pending, [])
  await assert.rejects(openPostgres(other.url, options), refusal(/its statements never time out/))
  while (!t.signal.aborted && pooler.clients + other.clients > 0) await new Promise(setImmediate)
})

it('a statement is sent once on a connection without a pooler', async (t) => {
  let sent = 0
  const proxy = await startTestProxy(await server.createDatabase(), (chunk) => {
    if (chunk.includes('from posts where id = any')) sent += 1
    return chunk
  })
  t.after(() => proxy.close())
  const storage = await openPostgres(`${proxy.url}?max=1`, options)
  for (const id of [1, 2, 3]) assert.equal(await storage.posts.get(id), undefined)
  assert.equal(sent, 1)
  await storage.close()
})

it('where a pooler has fewer connections than requested, everything is done on those that exist', async (t) => {
  const pooler = await startTestPooler(await createDatabase(), { mostClients: 3 })
  t.after(() => pooler.close())
  const storage = await openPostgres(pooler.url, options)
  const { id } = await storage.posts.create(newPost())
  const replacements = Array.from({ length: 32 }, () =>
    storage.posts.replace(id, { title: 'T', content: 'C' }),
  )
  await Promise.all(replacements)
  assert.equal((await storage.posts.get(id))?.version, 33)
  await storage.close()
})

it('a database is not opened where its pooler has no connection left, and the error says how to allow more', async (t) => {
  const pooler = await startTestPooler(await createDatabase(), { mostClients: 0 })
  t.after(() => pooler.close())
  await assert.rejects(
    openPostgres(pooler.url, options),
    unavailable(/no more connections allowed.*max_client_conn of a pooler.*max=5/),
  )
})

it('a database is not opened behind a pooler that pools by statement, and the error says what to set', async (t) => {
  const url = await createDatabase()
  const pooler = await startTestPooler(url, { pooling: 'statement' })
  t.after(() => pooler.close())
  const misconfigured = refusal(/transaction begins is ended.*Set pool_mode = transaction in pgbouncer\.ini/)
  await assert.rejects(openPostgres(pooler.url, options), misconfigured)
  await (await openPostgres(url, options)).close()
  await assert.rejects(openPostgres(pooler.url, options), misconfigured)
})

/** Creates a database that ends statements by itself, as it must behind a pooler. */
async function createDatabase(): Promise<string> {
  const url = await server.createDatabase()
  const sql = postgres(url)
  await sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '10s'`)
  await sql.end()
  return url
}
