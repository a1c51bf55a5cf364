import type { StatementSync } from 'node:sqlite'
import {
  type IdempotencyRecord,
  type IdempotencyScope,
  type IdempotencyUse,
  idempotencyLifetime,
  type KeptAnswer,
} from '../../posts/idempotency.ts'
import { parseText, serializeText } from '../exact-text.ts'
import { currentTimestamp, pastTimestamp } from '../timestamp.ts'
import type { SqliteConnections } from './connections.ts'
import { createQuery, type Query } from './query.ts'

type KeyRow = [fingerprint: string, status: number, headers: string, body: string]

const find = `SELECT fingerprint, status, headers, body FROM idempotency_keys
  WHERE owner = ? AND operation = ? AND key = ? AND created_at > ?`

/** Stores used keys in SQLite. */
export class SqliteIdempotency {
  readonly #connections: SqliteConnections
  readonly #clear: StatementSync
  readonly #insert: StatementSync
  readonly #find: Query<KeyRow>

  constructor(connections: SqliteConnections) {
    const { writer } = connections
    this.#connections = connections
    // A few for each new one, as with sessions.
    this.#clear = writer.database.prepare(
      `DELETE FROM idempotency_keys WHERE rowid IN
         (SELECT rowid FROM idempotency_keys WHERE created_at <= ? ORDER BY created_at LIMIT 16)`,
    )
    // An expired use that has not been cleared yet makes room for the new one.
    this.#insert = writer.database.prepare(
      `INSERT OR REPLACE INTO idempotency_keys
         (owner, operation, key, fingerprint, created_at, status, headers, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#find = createQuery(writer, find)
  }

  /** Returns the previous use of the key. To be called inside a transaction. */
  recall(scope: IdempotencyScope): IdempotencyRecord | undefined {
    const row = this.#find.get(...place(scope), pastTimestamp(this.#connections.now, idempotencyLifetime))
    if (!row) return undefined
    const [fingerprint, status, headers, body] = row
    return { fingerprint, answer: { status, headers: JSON.parse(headers), body: parseText(body) } }
  }

  /** Stores the use of the key and its response. To be called inside a transaction. */
  keep(use: IdempotencyUse, { status, headers, body }: KeptAnswer): void {
    const { now } = this.#connections
    this.#clear.run(pastTimestamp(now, idempotencyLifetime))
    const texts = [JSON.stringify(headers), serializeText(body)]
    this.#insert.run(...place(use), use.fingerprint, currentTimestamp(now), status, ...texts)
  }
}

function place({ user_id, operation, key }: IdempotencyScope): [number, string, string] {
  return [user_id ?? 0, operation, serializeText(key)]
}
