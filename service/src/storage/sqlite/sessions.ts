import type { StatementSync } from 'node:sqlite'
import type { NewSession, SessionRecord, SessionStore } from '../../sessions/store.ts'
import { leaveUndone } from '../errors.ts'
import { currentTimestamp } from '../timestamp.ts'
import type { SqliteConnections } from './connections.ts'
import { createQuery, type Query } from './query.ts'

type SessionRow = [
  token_hash: string,
  user_id: number,
  created_at: string,
  expires_at: string,
  last_used_at: string,
  user_agent: string | null,
]

const columns = 'token_hash, user_id, created_at, expires_at, last_used_at, user_agent'

export class SqliteSessions implements SessionStore {
  readonly #connections: SqliteConnections
  readonly #clear: StatementSync
  readonly #insert: StatementSync
  readonly #extend: StatementSync
  readonly #delete: StatementSync
  readonly #deleteStarting: StatementSync
  readonly #deleteAll: StatementSync
  readonly #live: Query<SessionRow>
  readonly #liveOfUser: Query<SessionRow>

  constructor(connections: SqliteConnections) {
    const { writer, reader } = connections
    this.#connections = connections
    // Parameters are not numbered (`?1`), since early Node 24 does not support it. Clears a few for each new one:
    // enough that they never pile up, few enough that no sign-in has to wait.
    this.#clear = writer.database.prepare(
      `DELETE FROM sessions WHERE token_hash IN
         (SELECT token_hash FROM sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT 16)`,
    )
    this.#insert = writer.database.prepare(
      `INSERT INTO sessions (${columns})
       SELECT ?, id, ?, ?, ?, ? FROM users WHERE id = ? AND password = ?`,
    )
    this.#extend = writer.database.prepare(
      'UPDATE sessions SET last_used_at = ?, expires_at = ? WHERE token_hash = ? AND expires_at > ?',
    )
    this.#delete = writer.database.prepare('DELETE FROM sessions WHERE token_hash = ?')
    this.#deleteStarting = writer.database.prepare(
      'DELETE FROM sessions WHERE user_id = ? AND substr(token_hash, 1, length(?)) = ?',
    )
    this.#deleteAll = writer.database.prepare('DELETE FROM sessions WHERE user_id = ?')
    this.#live = createQuery(
      reader,
      `SELECT ${columns} FROM sessions WHERE token_hash = ? AND expires_at > ?`,
    )
    this.#liveOfUser = createQuery(
      reader,
      `SELECT ${columns} FROM sessions WHERE user_id = ? AND expires_at > ?
       ORDER BY last_used_at DESC, token_hash LIMIT ?`,
    )
  }

  create({
    token_hash,
    user_id,
    expires_at,
    user_agent,
    password,
  }: NewSession): Promise<SessionRecord | undefined> {
    const { commits, now } = this.#connections
    // No savepoint: if the insert fails, what was cleared may stay cleared.
    return commits.write(() => {
      const timestamp = currentTimestamp(now)
      this.#clear.run(timestamp)
      const { changes } = this.#insert.run(
        token_hash,
        timestamp,
        expires_at,
        timestamp,
        user_agent,
        user_id,
        password,
      )
      if (changes === 0) return undefined
      return { token_hash, user_id, created_at: timestamp, expires_at, last_used_at: timestamp, user_agent }
    })
  }

  get(tokenHash: string): Promise<SessionRecord | undefined> {
    const { reads, now } = this.#connections
    return reads.read(() => {
      const row = this.#live.get(tokenHash, currentTimestamp(now))
      return row && recordOf(row)
    })
  }

  list(userId: number, limit: number): Promise<readonly SessionRecord[]> {
    const { reads, now } = this.#connections
    return reads.read(() => this.#liveOfUser.all(userId, currentTimestamp(now), limit).map(recordOf))
  }

  extend(tokenHash: string, expiresAt: string): Promise<boolean> {
    const { commits, now } = this.#connections
    const extend = () => {
      const timestamp = currentTimestamp(now)
      return this.#extend.run(timestamp, expiresAt, tokenHash, timestamp).changes > 0
    }
    // Does not wait for a lock, as the request that it belongs to may do so itself.
    return commits.write(extend, { wait: false }).catch(leaveUndone)
  }

  delete(tokenHash: string): Promise<boolean> {
    return this.#connections.commits.write(() => this.#delete.run(tokenHash).changes > 0)
  }

  deleteStarting(userId: number, hashStart: string): Promise<boolean> {
    return this.#connections.commits.write(
      () => this.#deleteStarting.run(userId, hashStart, hashStart).changes > 0,
    )
  }

  deleteAll(userId: number): Promise<number> {
    return this.#connections.commits.write(() => Number(this.#deleteAll.run(userId).changes))
  }
}

function recordOf(row: SessionRow): SessionRecord {
  const [token_hash, user_id, created_at, expires_at, last_used_at, user_agent] = row
  return { token_hash, user_id, created_at, expires_at, last_used_at, user_agent }
}
