import { DatabaseSync } from 'node:sqlite'

/** The fields of a post in a request. */
export interface PostFields {
  readonly title: string
  readonly content: string
}

/** A post as it is stored; `internal_note` must never be in a response. */
export type PostRecord = PostFields & {
  readonly id: number
  readonly created_at: string
  readonly updated_at: string
  readonly internal_note: string
}

/** Where the peers store posts. */
export interface Store {
  create(fields: PostFields): PostRecord
  read(id: number): PostRecord | undefined
  /** The first 50 by id. */
  list(): readonly PostRecord[]
  /** Returns the post with the new values; undefined where there is none. */
  replace(id: number, fields: PostFields): PostRecord | undefined
}

/** Opens the store in STORAGE: `memory`, the default, stores nothing; anything else is the path of an SQLite file. */
export function openStore(storage = 'memory'): Store {
  return storage === 'memory' ? openMemory() : openDatabase(storage)
}

function openMemory(): Store {
  const posts = new Map(FIRST_POSTS.map((fields, index) => [index + 1, recordOf(index + 1, fields)]))
  const list = [...posts.values()]
  let last = posts.size
  return {
    create: (fields) => recordOf(++last, fields),
    read: (id) => posts.get(id),
    list: () => list,
    replace: (id, fields) => {
      const post = posts.get(id)
      return post && { ...post, ...fields, updated_at: new Date().toISOString() }
    },
  }
}

function openDatabase(path: string): Store {
  const database = new DatabaseSync(path)
  database.exec(SCHEMA)
  const insert = database.prepare(
    'insert into posts (title, content, created_at, updated_at, internal_note) values (?, ?, ?, ?, ?)',
  )
  const select = database.prepare('select * from posts where id = ?')
  const selectFirst = database.prepare('select * from posts order by id limit 50')
  const update = database.prepare(
    'update posts set title = ?, content = ?, updated_at = ? where id = ? returning *',
  )
  const store: Store = {
    create: (fields) => {
      const { title, content, created_at, updated_at, internal_note } = recordOf(0, fields)
      const { lastInsertRowid } = insert.run(title, content, created_at, updated_at, internal_note)
      return { id: Number(lastInsertRowid), title, content, created_at, updated_at, internal_note }
    },
    read: (id) => select.get(id) as PostRecord | undefined,
    list: () => {
      const rows: readonly object[] = selectFirst.all()
      return rows as readonly PostRecord[]
    },
    replace: (id, { title, content }) =>
      update.get(title, content, new Date().toISOString(), id) as PostRecord | undefined,
  }
  if (store.list().length === 0) for (const fields of FIRST_POSTS) store.create(fields)
  return store
}

function recordOf(id: number, { title, content }: PostFields): PostRecord {
  const now = new Date().toISOString()
  return { id, title, content, created_at: now, updated_at: now, internal_note: 'never to be answered' }
}

const FIRST_POSTS: readonly PostFields[] = Array.from({ length: 50 }, (_, index) => ({
  title: `Post number ${index + 1}`,
  content: 'A few words that stand for what somebody wrote.',
}))

const SCHEMA = `
  pragma busy_timeout = 5000;
  pragma journal_mode = WAL;
  pragma synchronous = FULL;
  pragma foreign_keys = ON;
  create table if not exists posts (
    id integer primary key autoincrement,
    title text not null,
    content text not null,
    created_at text not null,
    updated_at text not null,
    internal_note text not null
  );
`
