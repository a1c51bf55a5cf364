import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import postgres from 'postgres'
import { openStorage } from '../open.ts'
import { Gateway } from './gateway.ts'
import { migratePostgres, readPostgresMigrations } from './migrate.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()
const now = () => new Date('2026-01-02T03:04:05.678Z')
const insert = `
  insert into posts (created_at, updated_at, tags, title, content)
  select now(), now(), '[]', 'A title', '' from generate_series(1, 3)`

after(() => server.stop())

describe('the count of posts in PostgreSQL', () => {
  it('includes posts that are older than it', () =>
    withDatabase(async (url, sql) => {
      const gateway = new Gateway(url, { patience: 5000 })
      const migrations = await readPostgresMigrations()
      await migratePostgres(gateway, { migrations: migrations.slice(0, 2), now })
      await gateway.close()
      await sql.unsafe(insert)
      assert.equal(await total(url), 3)
    }))

  it('follows what other programs write, over any connection', () =>
    withDatabase(async (url, sql) => {
      assert.equal(await total(url), 0)
      await sql.begin(async (transaction) => {
        await transaction.unsafe(insert)
        await transaction.unsafe('rollback and chain')
        await transaction.unsafe(insert)
      })
      await Promise.all(Array.from({ length: 40 }, () => sql.unsafe(insert)))
      assert.equal(await total(url), 123)
      await sql`delete from posts where id in (select id from posts order by id limit 100)`
      assert.equal(await total(url), 23)
      await sql`truncate posts`
      assert.equal(await total(url), 0)
    }))

  it('lets a connection write even if its search path has none of the tables', () =>
    withDatabase(async (url, sql) => {
      assert.equal(await total(url), 0)
      await sql.unsafe(`set search_path = ''; ${insert.replace('into posts', 'into public.posts')}`)
      assert.equal(await total(url), 3)
    }))

  it('is written by one connection while another has yet to commit', () =>
    withDatabase(async (url, sql) => {
      assert.equal(await total(url), 0)
      const [one, other] = await reserveApart(sql)
      await one.unsafe(`begin; ${insert}`)
      await other.unsafe(insert)
      assert.equal(await total(url), 3)
      await one.unsafe('commit')
      assert.equal(await total(url), 6)
      one.release()
      other.release()
    }))
})

async function withDatabase(test: (url: string, sql: postgres.Sql) => Promise<void>): Promise<void> {
  const url = await server.createDatabase()
  const sql = postgres(url, { onnotice: () => undefined })
  await test(url, sql)
  await sql.end()
}

/** Reserves two connections that change different rows of the count. */
async function reserveApart(sql: postgres.Sql): Promise<[postgres.ReservedSql, postgres.ReservedSql]> {
  const one = await sql.reserve()
  const slotOf = async (connection: postgres.Sql) =>
    (await connection<{ slot: number }[]>`select pg_backend_pid() % 64 as slot`)[0]?.slot
  for (;;) {
    const other = await sql.reserve()
    if ((await slotOf(other)) !== (await slotOf(one))) return [one, other]
  }
}

async function total(url: string): Promise<number> {
  const storage = await openStorage(url, { now })
  const { total } = await storage.posts.list({ limit: 1 })
  await storage.close()
  return total
}
