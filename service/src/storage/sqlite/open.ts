import type { Storage, StorageOptions } from '../storage.ts'
import { closeConnections, openConnections } from './connections.ts'
import { locateDatabase } from './location.ts'
import { readSqliteMigrations } from './migrate.ts'
import { SqlitePosts } from './posts.ts'
import { SqliteSessions } from './sessions.ts'
import { SqliteUsers } from './users.ts'

/** `patience`, in milliseconds, is how long to wait for a lock that another program holds (default 5000). */
export type SqliteOptions = StorageOptions & { readonly patience?: number }

/** Opens the database in the file at `path`; for `:memory:`, one that lasts until it is closed. */
export async function openSqlite(path: string, { now, patience = 5000 }: SqliteOptions): Promise<Storage> {
  const { file, where } = locateDatabase(path)
  const migrations = await readSqliteMigrations()
  const connections = await openConnections({ path: file, where, patience, migrations, now })
  return {
    posts: new SqlitePosts(connections),
    users: new SqliteUsers(connections),
    sessions: new SqliteSessions(connections),
    describe: () => where,
    // This writes a page although it changes nothing; an empty transaction, or the same value again in a row, does not.
    check: () => connections.commits.write(() => connections.writer.database.exec('PRAGMA user_version = 0')),
    close: () => closeConnections(connections),
  }
}
