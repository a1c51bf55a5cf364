import { resolve } from 'node:path'
import { StorageRefused } from '../errors.ts'
import { readMigrations } from '../migrations.ts'
import type { Storage, StorageOptions } from '../storage.ts'
import { openConnections, type SqliteConnections } from './connections.ts'
import { SqlitePosts } from './posts.ts'
import { SqliteSessions } from './sessions.ts'
import { SqliteUsers } from './users.ts'

/** `patience`, in milliseconds, is how long to wait for a lock that another program holds (default 5000). */
export type SqliteOptions = StorageOptions & { readonly patience?: number }

const migrationFolder = new URL('./migrations/', import.meta.url)

/** Opens the database in the file at `path`, or one that lasts until it is closed for `:memory:`. */
export async function openSqlite(path: string, { now, patience = 5000 }: SqliteOptions): Promise<Storage> {
  if (path === '' || path.startsWith('//')) {
    throw new StorageRefused(
      `DATABASE_URL sqlite:${path} names no file; write sqlite:./data/postern.db or sqlite:/data/postern.db`,
    )
  }
  const file = path === ':memory:' ? path : resolve(path)
  const where = `sqlite:${file}`
  const migrations = await readMigrations(migrationFolder)
  const connections = openConnections({ path: file, where, patience, migrations, now })
  return {
    kind: 'sqlite',
    posts: new SqlitePosts(connections),
    users: new SqliteUsers(connections),
    sessions: new SqliteSessions(connections),
    describe: () => where,
    check: () => check(connections),
    close: () => close(connections),
  }
}

async function check({ reader, commits }: SqliteConnections): Promise<void> {
  reader.prepare('SELECT count(*) FROM migrations').get()
  // An empty transaction still has to get the lock on the file that a write needs.
  await commits.write(() => undefined)
}

async function close({ writer, reader, commits }: SqliteConnections): Promise<void> {
  commits.close()
  if (reader.isOpen) reader.close()
  if (writer.isOpen) writer.close()
}
