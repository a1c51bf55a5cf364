import {
  type IdempotencyRecord,
  type IdempotencyScope,
  type IdempotencyStore,
  idempotencyLifetime,
} from '../../posts/idempotency-store.ts'
import { parseText, serializeText } from '../exact-text.ts'
import { pastMoment } from '../moment.ts'
import type { Clock } from '../storage.ts'
import type { Sql } from './driver.ts'
import type { Gateway } from './gateway.ts'

type KeyRow = Omit<IdempotencyRecord, 'user_id' | 'headers'> & { owner: number; headers: string }

/** Reads used keys from PostgreSQL. */
export class PostgresIdempotency implements IdempotencyStore {
  readonly #gateway: Gateway
  readonly #now: Clock

  constructor(gateway: Gateway, now: Clock) {
    this.#gateway = gateway
    this.#now = now
  }

  get(scope: IdempotencyScope): Promise<IdempotencyRecord | undefined> {
    return this.#gateway.run(async (sql) => {
      const records = await findUses(sql, [scope], this.#now)
      return records.get(scopeName(scope))
    })
  }
}

/** The uses that last, by the `scopeName` of their keys. */
export async function findUses(
  sql: Sql,
  scopes: readonly IdempotencyScope[],
  now: Clock,
): Promise<Map<string, IdempotencyRecord>> {
  const rows = await sql<KeyRow[]>`
    select owner, operation, key, fingerprint, status, headers, body, created_at
    from idempotency_keys join unnest(
      ${scopes.map(ownerOf)}::bigint[],
      ${scopes.map(({ operation }) => operation)}::text[],
      ${scopes.map(({ key }) => serializeText(key))}::text[]
    ) as asked (owner, operation, key) using (owner, operation, key)
    where created_at > ${pastMoment(now, idempotencyLifetime)}`
  return new Map(rows.map(parseRecord).map((record) => [scopeName(record), record]))
}

/** One text for each scope. */
export function scopeName(scope: IdempotencyScope): string {
  return `${ownerOf(scope)} ${scope.operation} ${scope.key}`
}

/** The owner as it is stored. */
export function ownerOf({ user_id }: IdempotencyScope): number {
  return user_id ?? 0
}

function parseRecord({ owner, headers, ...row }: KeyRow): IdempotencyRecord {
  const texts = { key: parseText(row.key), body: parseText(row.body), headers: JSON.parse(headers) }
  return { ...row, ...texts, user_id: owner === 0 ? null : owner }
}
