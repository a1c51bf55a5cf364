import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import postgres from 'postgres'
import { newPost } from '../contract/samples.ts'
import { openStorage } from '../open.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()
after(() => server.stop())

const text = 'é€😀'

/** Settings that a database or its URL may give a connection. */
const settings: readonly (readonly [name: string, value: string])[] = [
  ['TimeZone', 'Asia/Shanghai'],
  ['timezone', 'America/St_Johns'],
  ['DateStyle', 'German'],
  ['client_encoding', 'LATIN1'],
  ['IntervalStyle', 'sql_standard'],
  ['standard_conforming_strings', 'off'],
]

describe('timestamps and text are read as they were stored', () => {
  for (const [name, value] of settings) {
    it(`where the URL sets ${name}=${value}`, async () => {
      const url = await server.createDatabase()
      await assertKept(url, `${url}?${new URLSearchParams({ [name]: value })}`)
    })

    it(`where the database sets ${name}=${value}`, async () => {
      const url = await server.createDatabase()
      const sql = postgres(url)
      await sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set ${name} = '${value}'`)
      await sql.end()
      await assertKept(url, url)
    })
  }

  it('and the other parameters of the URL apply', async () => {
    const url = await server.createDatabase()
    const sql = postgres(url)
    await sql`create schema apart`
    const storage = await openStorage(`${url}?timezone=PRC&search_path=apart`, { now: () => new Date() })
    assert.equal(
      (await sql`select from pg_tables where schemaname = 'apart' and tablename = 'posts'`).count,
      1,
    )
    await storage.close()
    await sql.end()
  })
})

async function assertKept(plain: string, url: string): Promise<void> {
  const storage = await openStorage(url, { now: () => new Date() })
  const post = await storage.posts.create(newPost({ title: text }))
  assert.deepEqual(await storage.posts.get(post.id), post)
  await storage.close()
  const sql = postgres(plain, { connection: { client_encoding: 'UTF8', DateStyle: 'ISO' } })
  assert.deepEqual(
    [...(await sql`select title, created_at from posts`)],
    [{ title: text, created_at: new Date(post.created_at) }],
  )
  await sql.end()
}
