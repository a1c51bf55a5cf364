import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import postgres from 'postgres'
import { newPost } from '../contract/samples.ts'
import { openPostgres } from './open.ts'
import { startTestPooler } from './test-pooler.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()
after(() => server.stop())

const options = { now: () => new Date() }

describe('behind a pooler that knows nothing of prepared statements', () => {
  it('each is answered what it asked, and nobody what another asked', async (t) => {
    const url = await server.createDatabase()
    const sql = postgres(url)
    await sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '10s'`)
    await sql.end()
    const pooler = await startTestPooler(url)
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
