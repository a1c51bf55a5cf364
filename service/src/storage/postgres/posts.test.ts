import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import postgres from 'postgres'
import { createPosts, listTitles, newPost, under } from '../contract/samples.ts'
import { openStorage } from '../open.ts'
import type { Storage } from '../storage.ts'
import { unavailable } from '../test-failures.ts'
import { startTestProxy } from './test-proxy.ts'
import { startTestServer } from './test-server.ts'

const options = { now: () => new Date() }
const server = await startTestServer()
after(() => server.stop())

it('two processes that receive the same keys in different orders wait for each other in one direction only', async () => {
  const url = await server.createDatabase()
  const storages = [await openStorage(url, options), await openStorage(url, options)] as const
  const keys = ['a', 'b', 'c']
  const create = (storage: Storage, key: string) =>
    storage.posts.create(newPost(), under({ user_id: null, operation: 'create', key }))
  const sql = postgres(url, { max: 2 })
  const [creations] = await sql.begin(async (other) => {
    await other`
      insert into idempotency_keys (owner, operation, key, post_id, fingerprint, status, headers, body, created_at)
      values (0, 'create', 'b', 0, '', 0, '', '', now())`
    const answers = [
      ...keys.map((key) => create(storages[0], key)),
      ...keys.toReversed().map((key) => create(storages[1], key)),
    ]
    while ((await sql`select from pg_locks where not granted`).length < 2);
    await other`delete from idempotency_keys`
    // Not awaited here: they wait for the end of this transaction.
    return [Promise.all(answers)] as const
  })
  const outcomes = (await creations).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes.sort(), [...Array(3).fill('created'), ...Array(3).fill('replayed')])
  for (const storage of storages) await storage.close()
  await sql.end()
})

it('a creation is unavailable if its key expires and is cleared before the response stored with it is read', async () => {
  const url = await server.createDatabase()
  let time = Date.UTC(2026, 0)
  const storage = await openStorage(`${url}?max=1`, { now: () => new Date(time) })
  const create = (key: string) =>
    storage.posts.create(newPost(), under({ user_id: null, operation: 'create', key }))
  await create('a')
  time += 86_399_999
  const sql = postgres(url, { max: 2 })
  const [answers] = await sql.begin(async (other) => {
    await other`select from idempotency_keys for update`
    const repeated = assert.rejects(create('a'), unavailable(/: a key has just expired$/))
    while ((await sql`select from pg_locks where not granted`).length === 0);
    time += 1
    // It clears the expired key, and is the next operation on the only connection.
    const cleared = create('b')
    for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate)
    // Not awaited here: they wait for the end of this transaction.
    return [Promise.all([repeated, cleared])] as const
  })
  assert.partialDeepStrictEqual(await answers, [undefined, { outcome: 'created' }])
  await storage.close()
  await sql.end()
})

const long = 'x'.repeat(2 ** 20)

describe('long posts that are stored in PostgreSQL at once', () => {
  for (const [name, fields] of [
    ['contents', { content: long }],
    ['tags', { tags: [long] }],
  ] as const) {
    it(`are not all in one statement because of their ${name}`, async () => {
      const url = await server.createDatabase()
      const storage = await openStorage(url, options)
      const posts = Array.from({ length: 8 }, (_, index) => newPost({ title: String(index), ...fields }))
      await Promise.all(posts.map((post) => storage.posts.create(post)))
      await Promise.all(
        posts.map((post) =>
          storage.posts.create(post, under({ user_id: null, operation: 'create', key: post.title })),
        ),
      )
      await storage.close()
      const sql = postgres(url, { max: 1 })
      // All rows that a statement stored have the same transaction.
      const [most] = await sql<{ count: number }[]>`
        select count(*)::integer as count from posts group by xmin::text order by count desc limit 1`
      await sql.end()
      assert.ok((most?.count ?? 16) <= 4, `${most?.count} were in one`)
    })
  }
})

it('posts of the same time are in the order of their ids where PostgreSQL has to sort them', async () => {
  const url = await server.createDatabase()
  const storage = await openStorage(url, { now: () => new Date('2026-01-02T03:04:05.678Z') })
  const [first] = await createPosts(storage, ['First', 'Second'])
  assert.ok(first)
  // It reads tables that it knows to be small without an index.
  const sql = postgres(url, { max: 1 })
  await sql`analyze posts`
  await sql.end()
  assert.deepEqual(await listTitles(storage), ['Second', 'First'])
  // The rewritten record is stored after the other.
  await storage.posts.replace(first.id, { title: 'First', content: '' })
  const { posts } = await storage.posts.list({ limit: 9, sort: 'oldest' })
  assert.deepEqual(
    posts.map(({ title }) => title),
    ['First', 'Second'],
  )
  await storage.close()
})

it('a page of the list takes no more long titles from PostgreSQL than it may have', async (t) => {
  const proxy = await startTestProxy(await server.createDatabase())
  t.after(() => proxy.close())
  const storage = await openStorage(proxy.url, options)
  for (let count = 0; count < 30; count += 1) await storage.posts.create(newPost({ title: long }))
  const before = proxy.received
  await storage.posts.list({ limit: 100 })
  assert.ok(proxy.received - before < 16 * 2 ** 20)
  await storage.close()
})
