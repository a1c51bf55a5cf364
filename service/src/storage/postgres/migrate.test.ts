import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import postgres from 'postgres'
import { openStorage } from '../open.ts'
import { Gateway } from './gateway.ts'
import { migratePostgres, readPostgresMigrations } from './migrate.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()
const now = () => new Date()

after(() => server.stop())

it('a migration whose table another transaction locks fails before the requests that wait behind it are refused', async () => {
  const url = await server.createDatabase()
  const gateway = new Gateway(url, { patience: 5000 })
  const migrations = await readPostgresMigrations()
  await migratePostgres(gateway, { migrations: migrations.slice(0, 3), now })
  await gateway.close()
  const sql = postgres(url, { max: 3, connection: { statement_timeout: 10_000 } })
  // As pg_dump does until it ends.
  await sql.begin(async (dump) => {
    await dump`lock table sessions in access share mode`
    const opening = assert.rejects(openStorage(url, { now }), {
      name: 'StorageUnavailable',
      message: /lock timeout\. Another transaction, such as a pg_dump, holds a lock on a table/,
    })
    while (
      (await sql`select from pg_locks where not granted and relation = 'sessions'::regclass`).length === 0
    );
    assert.equal((await sql`select from sessions`).length, 0)
    await opening
  })
  await (await openStorage(url, { now })).close()
  await sql.end()
})

it('processes that start at the same time wait for the one that migrates, however short the lock_timeout of the database is', async () => {
  const url = await server.createDatabase()
  const sql = postgres(url, { max: 1 })
  await sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set lock_timeout = '1ms'`)
  await sql.end()
  const opening = Array.from({ length: 6 }, () => openStorage(url, { now }))
  for (const storage of await Promise.all(opening)) await storage.close()
})
