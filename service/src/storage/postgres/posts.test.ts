import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import postgres from 'postgres'
import { newPost, under } from '../contract/samples.ts'
import { openStorage } from '../open.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()
after(() => server.stop())

const long = 'x'.repeat(2 ** 20)

describe('long posts that are stored in PostgreSQL at once', () => {
  for (const [name, fields] of [
    ['contents', { content: long }],
    ['tags', { tags: [long] }],
  ] as const) {
    it(`by their ${name} are not all in one statement`, async () => {
      const url = await server.createDatabase()
      const storage = await openStorage(url, { now: () => new Date() })
      const posts = Array.from({ length: 8 }, (_, index) => newPost({ title: String(index), ...fields }))
      await Promise.all(posts.map((post) => storage.posts.create(post)))
      await Promise.all(
        posts.map((post) =>
          storage.posts.create(post, under({ user_id: null, operation: 'create', key: post.title })),
        ),
      )
      await storage.close()
      const sql = postgres(url, { max: 1 })
      // What a statement stored has its transaction in common.
      const [most] = await sql<{ count: number }[]>`
        select count(*)::integer as count from posts group by xmin::text order by count desc limit 1`
      await sql.end()
      assert.ok((most?.count ?? 16) <= 4, `${most?.count} were in one`)
    })
  }
})
