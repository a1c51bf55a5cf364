import { type IdempotencyUse, idempotencyLifetime, type KeptAnswer } from '../../posts/idempotency.ts'
import type { CreateOptions, CreateOutcome, NewPost, PostRecord } from '../../posts/store.ts'
import { StorageUnavailable } from '../errors.ts'
import { serializeText, serializeTexts } from '../exact-text.ts'
import type { Clock } from '../storage.ts'
import { currentTimestamp, pastTimestamp } from '../timestamp.ts'
import type { Sql } from './driver.ts'
import { findUses, ownerOf, scopeName } from './idempotency.ts'

/** A post to be created under a key. */
export type KeyedPost = CreateOptions & { readonly post: NewPost }

type Draft = { readonly record: PostRecord; readonly use: IdempotencyUse; readonly answer: KeptAnswer }

/**
 * Stores the posts whose keys are free, each with its key, in one statement; for the others, returns what their keys
 * were used for. Runs two statements, and a third where a key was used.
 */
export async function createKeyed(
  sql: Sql,
  posts: readonly KeyedPost[],
  now: Clock,
): Promise<readonly CreateOutcome[]> {
  const ids = await drawIds(sql, posts.length, now)
  const drafts = posts.map((one, index) => createDraft(one, ids[index], now))
  const created = await storeFree(sql, drafts, now)
  const others = drafts.filter(({ record }) => !created.has(record.id)).map(({ use }) => use)
  const uses = others.length > 0 ? await findUses(sql, others) : new Map<string, never>()
  return drafts.map(({ record, use, answer }) => {
    if (created.has(record.id)) return { outcome: 'created', post: record, answer }
    const used = uses.get(scopeName(use))
    // It was cleared between two statements.
    if (!used) throw new StorageUnavailable('a key has just expired')
    if (used.fingerprint !== use.fingerprint) return { outcome: 'conflict' }
    return { outcome: 'replayed', answer: used.answer }
  })
}

// Also clears a few expired keys: enough that they never pile up.
async function drawIds(sql: Sql, count: number, now: Clock): Promise<readonly number[]> {
  const rows = await sql<{ id: number }[]>`
    with cleared as (
      delete from idempotency_keys where (owner, operation, key) in (
        select owner, operation, key from idempotency_keys
        where created_at <= ${pastTimestamp(now, idempotencyLifetime)}
        order by created_at limit ${count + 16} for update skip locked
      )
    )
    select nextval((select pg_get_serial_sequence('posts', 'id')::regclass)) as id from generate_series(1, ${count})`
  return rows.map(({ id }) => id)
}

function createDraft({ post, idempotency }: KeyedPost, id: number | undefined, now: Clock): Draft {
  const record = createRecord(post, id, currentTimestamp(now))
  return { record, use: idempotency, answer: idempotency.answer(record) }
}

/** Returns the record of a new post with the id that was drawn for it. */
export function createRecord(post: NewPost, id: number | undefined, timestamp: string): PostRecord {
  if (id === undefined) throw new Error('PostgreSQL returned fewer ids than there are posts')
  const { title, content, tags, priority, author_id } = post
  return {
    id,
    title,
    content,
    tags,
    priority,
    author_id,
    created_at: timestamp,
    updated_at: timestamp,
    version: 1,
  }
}

/** Returns the ids of the posts that were stored: those whose keys were free, the first of each key. */
async function storeFree(sql: Sql, drafts: readonly Draft[], now: Clock): Promise<ReadonlySet<number>> {
  const names = drafts.map(({ use }) => scopeName(use))
  const firsts = drafts.filter((_, index) => names.indexOf(names[index] ?? '') === index)
  const column = <Value>(pick: (draft: Draft) => Value): Value[] => firsts.map(pick)
  // In the order of the keys, so that two processes with the same keys wait for each other in one direction only.
  const rows = await sql<{ id: number }[]>`
    with given as (
      select * from unnest(
        ${column(({ record }) => record.id)}::bigint[],
        ${column(({ record }) => record.author_id)}::bigint[],
        ${column(({ record }) => record.priority)}::integer[],
        ${column(({ record }) => record.created_at)}::timestamptz[],
        ${column(({ record }) => serializeTexts(record.tags))}::text[],
        ${column(({ record }) => serializeText(record.title))}::text[],
        ${column(({ record }) => serializeText(record.content))}::text[],
        ${column(({ use }) => ownerOf(use))}::bigint[],
        ${column(({ use }) => use.operation)}::text[],
        ${column(({ use }) => serializeText(use.key))}::text[],
        ${column(({ use }) => use.fingerprint)}::text[],
        ${column(({ answer }) => answer.status)}::integer[],
        ${column(({ answer }) => JSON.stringify(answer.headers))}::text[],
        ${column(({ answer }) => serializeText(answer.body))}::text[]
      ) as given (
        id, author_id, priority, moment, tags, title, content,
        owner, operation, key, fingerprint, status, headers, body
      )
    ), claimed as (
      insert into idempotency_keys as kept
        (owner, operation, key, post_id, fingerprint, status, headers, body, created_at)
      select owner, operation, key, id, fingerprint, status, headers, body, moment
      from given order by owner, operation, key
      on conflict (owner, operation, key) do update set
        post_id = excluded.post_id, fingerprint = excluded.fingerprint, status = excluded.status,
        headers = excluded.headers, body = excluded.body, created_at = excluded.created_at
      where kept.created_at <= ${pastTimestamp(now, idempotencyLifetime)}
      returning post_id
    ), stored as (
      insert into posts (id, author_id, priority, created_at, updated_at, tags, title, content)
      overriding system value
      select id, author_id, priority, moment, moment, tags::jsonb, title, content
      from given join claimed on claimed.post_id = given.id
    )
    select post_id as id from claimed`
  return new Set(rows.map(({ id }) => id))
}
