import type { NewSession, SessionRecord, SessionStore } from '../../sessions/store.ts'
import { leaveUndone } from '../errors.ts'
import type { Clock } from '../storage.ts'
import { currentTimestamp } from '../timestamp.ts'
import type { Sql } from './driver.ts'
import type { Gateway } from './gateway.ts'
import { TickBatch } from './tick-batch.ts'

export class PostgresSessions implements SessionStore {
  readonly #gateway: Gateway
  readonly #now: Clock
  readonly #readings: TickBatch<string, SessionRecord | undefined>

  constructor(gateway: Gateway, now: Clock) {
    this.#gateway = gateway
    this.#now = now
    this.#readings = new TickBatch((hashes) => gateway.query((sql) => this.#getTogether(sql, hashes)), {
      patience: gateway.deadline,
    })
  }

  create({
    token_hash,
    user_id,
    expires_at,
    user_agent,
    password,
  }: NewSession): Promise<SessionRecord | undefined> {
    const timestamp = currentTimestamp(this.#now)
    return this.#gateway.change(async (sql) => {
      // Clears a few for each new one: enough that they never pile up, few enough that no sign-in has to wait. The lock
      // makes a concurrent change of the password wait for this session, or this session for the change.
      const { count } = await sql`
        with cleared as (
          delete from sessions where token_hash in (
            select token_hash from sessions where expires_at <= ${timestamp}
            order by expires_at limit 16 for update skip locked
          )
        )
        insert into sessions (token_hash, user_id, created_at, expires_at, last_used_at, user_agent)
        select ${token_hash}, id, ${timestamp}, ${expires_at}, ${timestamp}, ${user_agent}
        from users where id = ${user_id} and password = ${password} for share`
      if (count === 0) return undefined
      return { token_hash, user_id, created_at: timestamp, expires_at, last_used_at: timestamp, user_agent }
    })
  }

  get(tokenHash: string): Promise<SessionRecord | undefined> {
    return this.#gateway.admit(() => this.#readings.add(tokenHash))
  }

  list(userId: number, limit: number): Promise<readonly SessionRecord[]> {
    const timestamp = currentTimestamp(this.#now)
    return this.#gateway.run(
      (sql) => sql<SessionRecord[]>`
        select token_hash, user_id, created_at, expires_at, last_used_at, user_agent from sessions
        where user_id = ${userId} and expires_at > ${timestamp}
        order by last_used_at desc, token_hash limit ${limit}`,
    )
  }

  extend(tokenHash: string, expiresAt: string): Promise<boolean> {
    const timestamp = currentTimestamp(this.#now)
    const extending = this.#gateway.change(async (sql) => {
      const { count } = await sql`
        update sessions set last_used_at = ${timestamp}, expires_at = ${expiresAt}
        where token_hash = ${tokenHash} and expires_at > ${timestamp}`
      return count > 0
    })
    return extending.catch(leaveUndone)
  }

  delete(tokenHash: string): Promise<boolean> {
    return this.#gateway.change(async (sql) => {
      const { count } = await sql`delete from sessions where token_hash = ${tokenHash}`
      return count > 0
    })
  }

  deleteStarting(userId: number, hashStart: string): Promise<boolean> {
    return this.#gateway.change(async (sql) => {
      const { count } = await sql`
        delete from sessions where user_id = ${userId} and starts_with(token_hash, ${hashStart})`
      return count > 0
    })
  }

  deleteAll(userId: number): Promise<number> {
    return this.#gateway.change(async (sql) => {
      const { count } = await sql`delete from sessions where user_id = ${userId}`
      return count
    })
  }

  async #getTogether(sql: Sql, hashes: readonly string[]): Promise<(SessionRecord | undefined)[]> {
    const rows = await sql<SessionRecord[]>`
      select token_hash, user_id, created_at, expires_at, last_used_at, user_agent from sessions
      where token_hash = any(${[...new Set(hashes)]}::text[]) and expires_at > ${currentTimestamp(this.#now)}`
    const sessions = new Map(rows.map((row) => [row.token_hash, row]))
    return hashes.map((hash) => sessions.get(hash))
  }
}
