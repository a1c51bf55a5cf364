import type postgres from 'postgres'
import type {
  NewUser,
  PasswordReplacement,
  UserPage,
  UserRecord,
  UserStore,
  UserTaken,
} from '../../users/store.ts'
import { parseText, serializeKey, serializeText } from '../exact-text.ts'
import type { Clock } from '../storage.ts'
import { currentTimestamp } from '../timestamp.ts'
import type { Sql } from './driver.ts'
import type { Gateway } from './gateway.ts'
import { TickBatch } from './tick-batch.ts'

export class PostgresUsers implements UserStore {
  readonly #gateway: Gateway
  readonly #now: Clock
  readonly #readings: TickBatch<number, UserRecord | undefined>

  constructor(gateway: Gateway, now: Clock) {
    this.#gateway = gateway
    this.#now = now
    this.#readings = new TickBatch((ids) => gateway.query((sql) => getTogether(sql, ids)), {
      patience: gateway.deadline,
    })
  }

  create(user: NewUser): Promise<UserRecord | UserTaken> {
    return this.#gateway.change(async (sql) => {
      const created = await this.#insert(sql, user)
      if (created) return created
      const taken = await findTaken(sql, user)
      if (taken.length > 0) return { taken }
      throw new Error('A user was refused as taken, but no user has the username or the e-mail address')
    })
  }

  get(id: number): Promise<UserRecord | undefined> {
    return this.#gateway.admit(() => this.#readings.add(id))
  }

  byUsername(username: string): Promise<UserRecord | undefined> {
    return this.#gateway.run(async (sql) => {
      const [row] = await sql<UserRecord[]>`
        select id, username, email, website, birth_date, age, password, created_at
        from users where username_key = ${serializeKey(username)}`
      return row && parseRecord(row)
    })
  }

  updatePassword(id: number, current: string, next: string): Promise<boolean> {
    return this.#gateway.change((sql) => putPassword(sql, id, { current, next }))
  }

  replacePassword(id: number, { current, next, keep }: PasswordReplacement): Promise<boolean> {
    return this.#gateway.change((sql) =>
      sql.begin('isolation level read committed', async (transaction) => {
        const isPut = await putPassword(transaction, id, { current, next })
        // A separate statement also sees the sessions that the first one had to wait for.
        if (isPut) await transaction`delete from sessions where user_id = ${id} and token_hash <> ${keep}`
        return isPut
      }),
    )
  }

  list({ limit, after = 0 }: UserPage): Promise<readonly UserRecord[]> {
    return this.#gateway.run(async (sql) => {
      const rows = await sql<UserRecord[]>`
        select id, username, email, website, birth_date, age, password, created_at
        from users where id > ${after} order by id limit ${limit}`
      return rows.map(parseRecord)
    })
  }

  async #insert(sql: Sql, user: NewUser): Promise<UserRecord | undefined> {
    const { username, email, website, birth_date, age, password } = user
    const created_at = currentTimestamp(this.#now)
    const [row] = await sql<{ id: number }[]>`
      insert into users (username, username_key, email, email_key, website, birth_date, age, password, created_at)
      values (
        ${serializeText(username)}, ${serializeKey(username)}, ${serializeText(email)}, ${serializeKey(email)},
        ${website && serializeText(website)}, ${birth_date}, ${age}, ${password}, ${created_at}
      )
      on conflict do nothing
      returning id`
    return row && { id: row.id, username, email, website, birth_date, age, password, created_at }
  }
}

async function findTaken(sql: Sql, { username, email }: NewUser): Promise<UserTaken['taken']> {
  const rows = await sql<{ username: boolean; email: boolean }[]>`
    select username_key = ${serializeKey(username)} as username, email_key = ${serializeKey(email)} as email
    from users where username_key = ${serializeKey(username)} or email_key = ${serializeKey(email)}`
  return (['username', 'email'] as const).filter((name) => rows.some((row) => row[name]))
}

async function getTogether(sql: Sql, ids: readonly number[]): Promise<(UserRecord | undefined)[]> {
  const rows = await sql<UserRecord[]>`
    select id, username, email, website, birth_date, age, password, created_at
    from users where id = any(${[...new Set(ids)]}::bigint[])`
  const users = new Map(rows.map((row) => [row.id, parseRecord(row)]))
  return ids.map((id) => users.get(id))
}

// The driver returns the columns under their names, all text in its stored form.
function parseRecord(row: UserRecord): UserRecord {
  return {
    ...row,
    username: parseText(row.username),
    email: parseText(row.email),
    website: row.website && parseText(row.website),
  }
}

async function putPassword(
  sql: postgres.ISql<{ id: number; timestamp: string }>,
  id: number,
  { current, next }: Pick<PasswordReplacement, 'current' | 'next'>,
): Promise<boolean> {
  const { count } = await sql`
    update users set password = ${next} where id = ${id} and password = ${current}`
  return count > 0
}
