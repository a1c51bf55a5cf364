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

it('a step that another transaction keeps from its table fails, before those who wait behind it are refused', async () => {
  const url = await server.createDatabase()
  const gateway = new Gateway(url, { patience: 5000 })
  const migrations = await readPostgresMigrations()
  await migratePostgres(gateway, { migrations: migrations.slice(0, 3), now })
  await gateway.close()
  const sql = postgres(url, { max: 3, connection: { statement_timeout: 10_000 } })
  // As pg_dump does, to its end.
  await sql.begin(async (dump) => {
    await dump`lock table sessions in access share mode`
    const opening = assert.rejects(openStorage(url, { now }), {
      name: 'StorageUnavailable',
      message: /lock timeout\. Another transaction keeps a table locked/,
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
