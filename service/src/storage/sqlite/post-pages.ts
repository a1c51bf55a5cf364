import { readPosts } from '../../posts/page-size.ts'
import type { PostList, PostPage, PostSort, PostSummary } from '../../posts/store.ts'
import { parseText } from '../exact-text.ts'
import { isFirstPage } from '../first-page.ts'
import type { SqliteConnections } from './connections.ts'
import { type Connection, createQuery, type Query } from './query.ts'

type SummaryRow = [id: number, title: string, author_id: number | null, created_at: string]
type KeptPage = PostList & { readonly limit: number; readonly version: number | undefined }

const mostAtOnce = 32
/** The maximum number of title characters in a page that stays in memory, so that no page of very long titles does. */
const longestKept = 65_536

/**
 * Reads pages of the list. The first page, newest first, is the most requested one. It is served from memory until this
 * process or another one commits anything.
 */
export class PostPages {
  readonly #reader: Connection
  /** By their SQL, prepared on first use. */
  readonly #queries = new Map<string, Query<SummaryRow>>()
  readonly #total: Query<[number]>
  readonly #version: Query<[number]> | undefined
  #kept: KeptPage | undefined

  constructor({ reader, writer }: SqliteConnections) {
    this.#reader = reader
    this.#total = createQuery(
      reader,
      "SELECT seq - total FROM sqlite_sequence, post_gaps WHERE name = 'posts'",
    )
    // It reports the commits of other connections, so all commits where writes have a connection of their own.
    this.#version = reader === writer ? undefined : createQuery(reader, 'PRAGMA data_version')
  }

  read(page: PostPage): PostList {
    return this.#version !== undefined && isFirstPage(page)
      ? this.#readFirst(page, this.#version)
      : this.#read(page)
  }

  #readFirst({ limit }: PostPage, query: Query<[number]>): PostList {
    // Read before the posts: after a commit in between, they are read again.
    const version = query.get()?.[0]
    if (this.#kept?.limit === limit && this.#kept.version === version) return this.#kept
    const list = this.#read({ limit })
    const length = list.posts.reduce((sum, { title }) => sum + title.length, 0)
    this.#kept = length > longestKept ? undefined : { ...list, limit, version }
    return list
  }

  #read({ limit, after, author_id, sort = 'newest' }: PostPage): PostList {
    const query = this.#queryOf(pageSelect(sort, author_id !== undefined, after !== undefined))
    const author = author_id === undefined ? [] : [author_id]
    const parts = after ? [...author, after.created_at, after.id, ...author, after.created_at] : author
    // Reading all rows at once costs half as much; few rows need little memory, whatever their titles.
    const rows = limit > mostAtOnce ? query.each(...parts, limit) : query.all(...parts, limit)
    return { posts: readPosts(summariesOf(rows)), total: this.#total.get()?.[0] ?? 0 }
  }

  #queryOf(sql: string): Query<SummaryRow> {
    const query = this.#queries.get(sql) ?? createQuery<SummaryRow>(this.#reader, sql)
    this.#queries.set(sql, query)
    return query
  }
}

/**
 * A page after a given place has two parts, each found by an index. For `(created_at, id) < (?, ?)` SQLite would search
 * by the first of these alone, and read all posts with the timestamp of the place.
 */
function pageSelect(sort: PostSort, ofAuthor: boolean, afterPlace: boolean): string {
  const [beyond, direction] = sort === 'newest' ? ['<', 'DESC'] : ['>', 'ASC']
  const parts = afterPlace ? [`created_at = ? AND id ${beyond} ?`, `created_at ${beyond} ?`] : ['TRUE']
  const selects = parts.map(
    (part) =>
      `SELECT id, title, author_id, created_at FROM posts WHERE ${ofAuthor ? 'author_id = ? AND ' : ''}${part}`,
  )
  return `${selects.join(' UNION ALL ')} ORDER BY created_at ${direction}, id ${direction} LIMIT ?`
}

function* summariesOf(rows: Iterable<SummaryRow>): Generator<PostSummary> {
  for (const row of rows) yield parseSummary(row)
}

function parseSummary([id, title, author_id, created_at]: SummaryRow): PostSummary {
  return { id, title: parseText(title), author_id, created_at }
}
