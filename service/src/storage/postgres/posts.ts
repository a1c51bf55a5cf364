import { mostPageBytes, readPosts } from '../../posts/page-size.ts'
import type {
  CreateOptions,
  CreateOutcome,
  NewPost,
  PostCondition,
  PostList,
  PostPage,
  PostRecord,
  PostReplacement,
  PostStore,
  PostSummary,
} from '../../posts/store.ts'
import { parseText, serializeText, serializeTexts } from '../exact-text.ts'
import { isFirstPage } from '../first-page.ts'
import type { Clock } from '../storage.ts'
import { currentTimestamp } from '../timestamp.ts'
import type { Sql } from './driver.ts'
import type { Gateway } from './gateway.ts'
import { createKeyed, createRecord, type KeyedPost } from './keyed-creation.ts'
import { TickBatch } from './tick-batch.ts'

/** What an outer join returns in place of a summary. */
type NoPost = { readonly [Column in keyof PostSummary]: null }

export class PostgresPosts implements PostStore {
  readonly #gateway: Gateway
  readonly #now: Clock
  readonly #creations: TickBatch<NewPost, PostRecord>
  readonly #keyedCreations: TickBatch<KeyedPost, CreateOutcome>
  readonly #readings: TickBatch<number, PostRecord | undefined>
  readonly #firstPages: TickBatch<number, PostList>

  constructor(gateway: Gateway, now: Clock) {
    this.#gateway = gateway
    this.#now = now
    const patience = gateway.deadline
    this.#creations = new TickBatch((posts) => gateway.query((sql) => this.#createTogether(sql, posts)), {
      patience,
      weigh: weighPost,
    })
    this.#keyedCreations = new TickBatch(
      (posts) => gateway.query((sql) => createKeyed(sql, posts, now)),
      // The post, and the response stored with it.
      { patience, weigh: ({ post }) => 2 * weighPost(post) },
    )
    this.#readings = new TickBatch((ids) => gateway.query((sql) => getTogether(sql, ids)), { patience })
    this.#firstPages = new TickBatch((limits) => gateway.query((sql) => listTogether(sql, limits)), {
      patience,
    })
  }

  create(post: NewPost): Promise<PostRecord>
  create(post: NewPost, options: CreateOptions): Promise<CreateOutcome>
  create(post: NewPost, options?: CreateOptions): Promise<PostRecord | CreateOutcome> {
    return this.#gateway.admit<PostRecord | CreateOutcome>(() =>
      options ? this.#keyedCreations.add({ post, ...options }) : this.#creations.add(post),
    )
  }

  get(id: number): Promise<PostRecord | undefined> {
    return this.#gateway.admit(() => this.#readings.add(id))
  }

  replace(
    id: number,
    { title, content, tags, priority }: PostReplacement,
    condition: PostCondition = {},
  ): Promise<PostRecord | 'missing' | 'changed'> {
    const version = condition.version ?? null
    return this.#gateway.change(async (sql) => {
      const [replaced] = await sql<PostRecord[]>`
        update posts set
          title = ${serializeText(title)},
          content = ${serializeText(content)},
          tags = coalesce(${tags ? serializeTexts(tags) : null}::text::jsonb, tags),
          priority = case when ${priority !== undefined} then ${priority ?? null}::integer else priority end,
          version = version + 1,
          updated_at = greatest(${currentTimestamp(this.#now)}::timestamptz, updated_at + interval '1 millisecond')
        where id = ${id} and (${version}::integer is null or version = ${version})
        returning id, title, content, tags, priority, author_id, created_at, updated_at, version`
      return replaced ? parseRecord(replaced) : explainMiss(sql, id)
    })
  }

  delete(id: number, condition: PostCondition = {}): Promise<'deleted' | 'missing' | 'changed'> {
    const version = condition.version ?? null
    return this.#gateway.change(async (sql) => {
      const { count } = await sql`
        delete from posts where id = ${id} and (${version}::integer is null or version = ${version})`
      return count > 0 ? 'deleted' : explainMiss(sql, id)
    })
  }

  list(page: PostPage): Promise<PostList> {
    if (isFirstPage(page)) return this.#gateway.admit(() => this.#firstPages.add(page.limit))
    return this.#gateway.run((sql) => readList(sql, page))
  }

  // The ids are drawn before the insert, because an insert does not promise to return its rows in their order.
  async #createTogether(sql: Sql, posts: readonly NewPost[]): Promise<PostRecord[]> {
    const timestamp = currentTimestamp(this.#now)
    const numbers = await sql<{ id: number }[]>`
      with numbered as (
        select nextval((select pg_get_serial_sequence('posts', 'id')::regclass)) as id, given.*
        from unnest(
          ${posts.map(({ author_id }) => author_id)}::bigint[],
          ${posts.map(({ priority }) => priority)}::integer[],
          ${posts.map(({ tags }) => serializeTexts(tags))}::text[],
          ${posts.map(({ title }) => serializeText(title))}::text[],
          ${posts.map(({ content }) => serializeText(content))}::text[]
        ) with ordinality as given (author_id, priority, tags, title, content, place)
      ), stored as (
        insert into posts (id, author_id, priority, created_at, updated_at, tags, title, content)
        overriding system value
        select id, author_id, priority, ${timestamp}::timestamptz, ${timestamp}::timestamptz, tags::jsonb, title, content
        from numbered
      )
      select id from numbered order by place`
    return posts.map((post, index) => createRecord(post, numbers[index]?.id, timestamp))
  }
}

function weighPost({ title, content, tags }: NewPost): number {
  return tags.reduce((sum, tag) => sum + tag.length, title.length + content.length)
}

async function explainMiss(sql: Sql, id: number): Promise<'missing' | 'changed'> {
  const { count } = await sql`select from posts where id = ${id}`
  return count > 0 ? 'changed' : 'missing'
}

async function getTogether(sql: Sql, ids: readonly number[]): Promise<(PostRecord | undefined)[]> {
  const rows = await sql<PostRecord[]>`
    select id, title, content, tags, priority, author_id, created_at, updated_at, version
    from posts where id = any(${[...new Set(ids)]}::bigint[])`
  const posts = new Map(rows.map((row) => [row.id, parseRecord(row)]))
  return ids.map((id) => posts.get(id))
}

/** First pages requested together start with the same posts: the longest is read, and each request gets its part. */
async function listTogether(sql: Sql, limits: readonly number[]): Promise<PostList[]> {
  const { posts, total } = await readList(sql, { limit: Math.max(...limits) })
  return limits.map((limit) => ({ posts: posts.slice(0, limit), total }))
}

/** One statement, so that total and posts are from the same snapshot; without posts it returns the total alone. */
async function readList(sql: Sql, { limit, after, author_id, sort = 'newest' }: PostPage): Promise<PostList> {
  const [beyond, order] =
    sort === 'newest' ? [sql`<`, sql`created_at desc, id desc`] : [sql`>`, sql`created_at, id`]
  const ofAuthor = author_id === undefined ? sql`` : sql`and author_id = ${author_id}`
  const afterPlace = after ? sql`and (created_at, id) ${beyond} (${after.created_at}, ${after.id})` : sql``
  const rows = await sql<((PostSummary | NoPost) & { total: number })[]>`
    select total, id, title, author_id, created_at
    from (select sum(total)::bigint as total from post_counts) as counted left join lateral (
      select id, title, author_id, created_at from (
        select *, sum(octet_length(title)) over (order by ${order}) as bytes
        from (
          select id, title, author_id, created_at from posts where true ${ofAuthor} ${afterPlace} order by ${order} limit ${limit}
        ) as listed
      ) as measured
      where bytes - octet_length(title) <= ${mostPageBytes}
    ) as page on true
    order by ${order}`
  return { posts: readPosts(rows.flatMap(parseSummary)), total: rows[0]?.total ?? 0 }
}

function parseSummary({ id, title, author_id, created_at }: PostSummary | NoPost): PostSummary[] {
  return id === null ? [] : [{ id, title: parseText(title), author_id, created_at }]
}

// The driver returns the columns under their names and the tags as an array, all text in its stored form.
function parseRecord(row: PostRecord): PostRecord {
  return {
    ...row,
    title: parseText(row.title),
    content: parseText(row.content),
    tags: row.tags.map(parseText),
  }
}
