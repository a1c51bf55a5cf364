import type { StatementSync } from 'node:sqlite'
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
} from '../../posts/store.ts'
import { parseText, parseTexts, serializeText, serializeTexts } from '../exact-text.ts'
import { currentTimestamp, laterTimestamp } from '../timestamp.ts'
import type { SqliteConnections } from './connections.ts'
import { SqliteIdempotency } from './idempotency.ts'
import { PostPages } from './post-pages.ts'
import { createQuery, type Query } from './query.ts'

type StateRow = [
  author_id: number | null,
  priority: number | null,
  version: number,
  created_at: string,
  updated_at: string,
  tags: string,
]
type PostRow = [...StateRow, title: string, content: string]

const state = 'author_id, priority, version, created_at, updated_at, tags'

export class SqlitePosts implements PostStore {
  readonly #connections: SqliteConnections
  readonly #idempotency: SqliteIdempotency
  readonly #insert: StatementSync
  readonly #update: StatementSync
  readonly #delete: StatementSync
  readonly #state: Query<StateRow>
  readonly #byId: Query<PostRow>
  readonly #pages: PostPages

  constructor(connections: SqliteConnections) {
    const { writer, reader } = connections
    this.#connections = connections
    this.#idempotency = new SqliteIdempotency(connections)
    this.#insert = writer.database.prepare(
      `INSERT INTO posts (${state}, title, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#update = writer.database.prepare(
      'UPDATE posts SET priority = ?, version = ?, updated_at = ?, tags = ?, title = ?, content = ? WHERE id = ?',
    )
    this.#delete = writer.database.prepare('DELETE FROM posts WHERE id = ?')
    this.#state = createQuery(writer, `SELECT ${state} FROM posts WHERE id = ?`)
    this.#byId = createQuery(reader, `SELECT ${state}, title, content FROM posts WHERE id = ?`)
    this.#pages = new PostPages(connections)
  }

  create(post: NewPost): Promise<PostRecord>
  create(post: NewPost, options: CreateOptions): Promise<CreateOutcome>
  create(post: NewPost, options?: CreateOptions): Promise<PostRecord | CreateOutcome> {
    const { commits } = this.#connections
    if (!options) return commits.write(() => this.#store(post))
    return commits.write(() => this.#storeOnce(post, options), { savepoint: true })
  }

  get(id: number): Promise<PostRecord | undefined> {
    return this.#connections.reads.read(() => {
      const row = this.#byId.get(id)
      return row && parsePost(id, row)
    })
  }

  replace(
    id: number,
    replacement: PostReplacement,
    condition: PostCondition = {},
  ): Promise<PostRecord | 'missing' | 'changed'> {
    const { commits } = this.#connections
    return commits.write(() => {
      const current = this.#state.get(id)
      if (!current) return 'missing'
      return isChanged(current, condition) ? 'changed' : this.#overwrite(id, current, replacement)
    })
  }

  delete(id: number, condition: PostCondition = {}): Promise<'deleted' | 'missing' | 'changed'> {
    return this.#connections.commits.write(() => {
      const current = this.#state.get(id)
      if (!current) return 'missing'
      if (isChanged(current, condition)) return 'changed'
      this.#delete.run(id)
      return 'deleted'
    })
  }

  list(page: PostPage): Promise<PostList> {
    return this.#connections.reads.read(() => this.#pages.read(page))
  }

  #store({ title, content, tags, priority, author_id }: NewPost): PostRecord {
    const timestamp = currentTimestamp(this.#connections.now)
    const version = 1
    const texts = [serializeTexts(tags), serializeText(title), serializeText(content)]
    const { lastInsertRowid } = this.#insert.run(author_id, priority, version, timestamp, timestamp, ...texts)
    const id = Number(lastInsertRowid)
    const times = { created_at: timestamp, updated_at: timestamp }
    return { id, title, content, tags, priority, author_id, ...times, version }
  }

  #storeOnce(post: NewPost, { idempotency }: CreateOptions): CreateOutcome {
    const used = this.#idempotency.recall(idempotency)
    if (used?.fingerprint === idempotency.fingerprint) return { outcome: 'replayed', answer: used.answer }
    if (used) return { outcome: 'conflict' }
    const stored = this.#store(post)
    const answer = idempotency.answer(stored)
    this.#idempotency.keep(idempotency, answer)
    return { outcome: 'created', post: stored, answer }
  }

  #overwrite(id: number, current: StateRow, { title, content, ...rest }: PostReplacement): PostRecord {
    const [author_id, currentPriority, currentVersion, created_at, earlier, currentTags] = current
    const tags = rest.tags ?? parseTexts(currentTags)
    const priority = rest.priority === undefined ? currentPriority : rest.priority
    const version = currentVersion + 1
    const updated_at = laterTimestamp(this.#connections.now, earlier)
    const texts = [serializeTexts(tags), serializeText(title), serializeText(content)]
    this.#update.run(priority, version, updated_at, ...texts, id)
    return { id, title, content, tags, priority, author_id, created_at, updated_at, version }
  }
}

function parsePost(id: number, row: PostRow): PostRecord {
  const [author_id, priority, version, created_at, updated_at, tags, title, content] = row
  return {
    id,
    title: parseText(title),
    content: parseText(content),
    tags: parseTexts(tags),
    priority,
    author_id,
    created_at,
    updated_at,
    version,
  }
}

function isChanged([, , version]: StateRow, condition: PostCondition): boolean {
  return condition.version !== undefined && condition.version !== version
}
