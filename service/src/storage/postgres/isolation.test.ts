import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import postgres from 'postgres'
import { newSession, newUser, signUp } from '../contract/samples.ts'
import { openStorage } from '../open.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()

after(() => server.stop())

for (const isolation of ['read committed', 'repeatable read'] as const) {
  it(`a session that is being opened ends with the old password where transactions are ${isolation}`, async () => {
    const url = await server.createDatabase()
    const other = postgres(url, { max: 2 })
    await isolate(other, isolation)
    const storage = await openStorage(url, { now: () => new Date() })
    const { id, password: current } = await signUp(storage, newUser('ada'))
    const replacement = { current, next: '$next', keep: 'none' }
    const replacing = await other.begin(async (sql) => {
      await sql`
        insert into sessions (token_hash, user_id, created_at, expires_at, last_used_at)
        select 'opened', id, now(), 'infinity', now() from users where password = ${current} for share`
      const begun = storage.users.replacePassword(id, replacement)
      while (!(await isWaiting(other))) await new Promise(setImmediate)
      // Not awaited here: it waits for the end of this transaction.
      return [begun] as const
    })
    assert.deepEqual(await Promise.all(replacing), [true])
    assert.deepEqual([...(await other`select token_hash from sessions`)], [])
    await other.end()
    await storage.close()
  })
}

it('a session is not opened with a password that another transaction is replacing', async () => {
  const url = await server.createDatabase()
  const other = postgres(url, { max: 2 })
  const storage = await openStorage(url, { now: () => new Date() })
  const { id } = await signUp(storage, newUser('ada'))
  const opening = await other.begin(async (sql) => {
    await sql`update users set password = '$next' where id = ${id}`
    let isOver = false
    const begun = storage.sessions
      .create(newSession(id, 'opened', '2100-01-01T00:00:00.000Z'))
      .finally(() => {
        isOver = true
      })
    while (!isOver && !(await isWaiting(other))) await new Promise(setImmediate)
    // Not awaited here: it waits for the end of this transaction.
    return [begun] as const
  })
  assert.deepEqual(await Promise.all(opening), [undefined])
  assert.deepEqual([...(await other`select token_hash from sessions`)], [])
  await other.end()
  await storage.close()
})

for (const isolation of ['repeatable read', 'serializable'] as const) {
  it(`processes that start at the same time migrate a database once where transactions are ${isolation}`, async () => {
    const url = await server.createDatabase()
    const sql = postgres(url, { max: 1 })
    await isolate(sql, isolation)
    await sql.end()
    const opening = Array.from({ length: 6 }, () => openStorage(url, { now: () => new Date() }))
    for (const storage of await Promise.all(opening)) await storage.close()
  })
}

/** Sets the isolation level of transactions for connections that are made from now on. */
async function isolate(sql: postgres.Sql, level: string): Promise<void> {
  const [{ name } = { name: '' }] = await sql<{ name: string }[]>`select current_database() as name`
  await sql.unsafe(`alter database ${name} set default_transaction_isolation = '${level}'`)
}

async function isWaiting(sql: postgres.Sql): Promise<boolean> {
  const { count } = await sql`
    select from pg_stat_activity where application_name = 'postern' and wait_event_type = 'Lock'`
  return count > 0
}
