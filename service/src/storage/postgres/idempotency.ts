import type { IdempotencyRecord, IdempotencyScope } from '../../posts/idempotency.ts'
import { parseText, serializeText } from '../exact-text.ts'
import type { Sql } from './driver.ts'

type KeyRow = {
  readonly owner: number
  readonly operation: string
  readonly key: string
  readonly fingerprint: string
  readonly status: number
  readonly headers: string
  readonly body: string
}

/** Returns the uses, by the `scopeName` of their keys. */
export async function findUses(
  sql: Sql,
  scopes: readonly IdempotencyScope[],
): Promise<Map<string, IdempotencyRecord>> {
  const rows = await sql<KeyRow[]>`
    select owner, operation, key, fingerprint, status, headers, body
    from idempotency_keys join unnest(
      ${scopes.map(ownerOf)}::bigint[],
      ${scopes.map(({ operation }) => operation)}::text[],
      ${scopes.map(({ key }) => serializeText(key))}::text[]
    ) as asked (owner, operation, key) using (owner, operation, key)`
  return new Map(rows.map((row) => [parseScopeName(row), parseRecord(row)]))
}

/** Returns a string for a scope, different from that of every other scope. */
export function scopeName(scope: IdempotencyScope): string {
  return `${ownerOf(scope)} ${scope.operation} ${scope.key}`
}

/** Returns the owner as it is stored. */
export function ownerOf({ user_id }: IdempotencyScope): number {
  return user_id ?? 0
}

function parseScopeName({ owner, operation, key }: KeyRow): string {
  return scopeName({ user_id: owner, operation, key: parseText(key) })
}

function parseRecord({ fingerprint, status, headers, body }: KeyRow): IdempotencyRecord {
  return { fingerprint, answer: { status, headers: JSON.parse(headers), body: parseText(body) } }
}
