import { readPosts } from '../../posts/page-size.ts'
import type { PostList, PostSummary } from '../../posts/store.ts'
import { parseText } from '../exact-text.ts'
import type { SqliteConnections } from './connections.ts'
import { createQuery, type Query } from './query.ts'

type SummaryRow = [id: number, title: string, author_id: number | null, created_at: string]
type Page = PostList & { readonly limit: number; readonly version: number | undefined }

const select = 'SELECT id, title, author_id, created_at FROM posts'
const order = 'ORDER BY created_at DESC, id DESC LIMIT ?'
const mostAtOnce = 32
/** Characters of titles, so that no page of very long ones stays in memory. */
const longestKept = 65_536

/**
 * Reads pages of the list, newest first. The first page, which is what most ask for, is answered from memory for as
 * long as nobody has committed anything since it was read, neither this process nor another.
 */
export class NewestPosts {
  readonly #first: Query<SummaryRow>
  readonly #older: Query<SummaryRow>
  readonly #total: Query<[number]>
  readonly #version: Query<[number]> | undefined
  #kept: Page | undefined

  constructor({ reader, writer }: SqliteConnections) {
    this.#first = createQuery(reader, `${select} ${order}`)
    this.#older = createQuery(reader, `${select} WHERE (created_at, id) < (?, ?) ${order}`)
    this.#total = createQuery(
      reader,
      "SELECT seq - total FROM sqlite_sequence, post_gaps WHERE name = 'posts'",
    )
    // It tells of the commits of other connections, so of every one where writes have a connection of their own.
    this.#version = reader === writer ? undefined : createQuery(reader, 'PRAGMA data_version')
  }

  /** The newest posts, at most `limit`. */
  first(limit: number): PostList {
    if (this.#version === undefined) return this.#read(this.#first, limit)
    // Asked before the posts are read: what is committed in between makes them be read again.
    const version = this.#version.get()?.[0]
    if (this.#kept?.limit === limit && this.#kept.version === version) return this.#kept
    const list = this.#read(this.#first, limit)
    const length = list.posts.reduce((sum, { title }) => sum + title.length, 0)
    this.#kept = length > longestKept ? undefined : { ...list, limit, version }
    return list
  }

  /** The newest posts that come after this place in the list, at most `limit`. */
  after({ created_at, id }: Pick<PostSummary, 'created_at' | 'id'>, limit: number): PostList {
    return this.#read(this.#older, limit, created_at, id)
  }

  #read(query: Query<SummaryRow>, limit: number, ...place: [created_at: string, id: number] | []): PostList {
    // To read all at once costs half as much, where that is little whatever the titles are.
    const rows = limit > mostAtOnce ? query.each(...place, limit) : query.all(...place, limit)
    return { posts: readPosts(summariesOf(rows)), total: this.#total.get()?.[0] ?? 0 }
  }
}

function* summariesOf(rows: Iterable<SummaryRow>): Generator<PostSummary> {
  for (const row of rows) yield parseSummary(row)
}

function parseSummary([id, title, author_id, created_at]: SummaryRow): PostSummary {
  return { id, title: parseText(title), author_id, created_at }
}
