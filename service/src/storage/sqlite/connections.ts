import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StorageRefused } from '../errors.ts'
import type { Clock } from '../storage.ts'
import { openFailure } from './failure.ts'
import { GroupCommit } from './group-commit.ts'
import { type MigrateOptions, migrateSqlite } from './migrate.ts'

/** What the SQLite stores work with: one connection that writes in groups, one that only reads. */
export type SqliteConnections = {
  readonly writer: DatabaseSync
  readonly commits: GroupCommit
  readonly reader: DatabaseSync
  readonly now: Clock
}

/** `path` is a file or `:memory:`; `patience`, in milliseconds, is how long to wait for another program's lock. */
export type ConnectOptions = MigrateOptions & { readonly path: string; readonly patience: number }

// FULL puts every commit on the disk before it is answered; fullfsync makes macOS mean it too.
const writerSettings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -32000;
  PRAGMA temp_store = MEMORY;
  PRAGMA journal_size_limit = 67108864;
`
const readerSettings = `
  PRAGMA query_only = ON;
  PRAGMA cache_size = -32000;
  PRAGMA temp_store = MEMORY;
`

/** Opens the file with its folder, migrates it and answers both connections; throws as `openStorage` does. */
export function openConnections(options: ConnectOptions): SqliteConnections {
  const { path, where, now } = options
  if (path !== ':memory:') createFolder(dirname(path), where)
  const opened: DatabaseSync[] = []
  try {
    const writer = connect(options, opened)
    writer.exec(writerSettings)
    migrateSqlite(writer, options)
    // A second connection to :memory: would be another database; reads between two batches see commits alone.
    const reader = path === ':memory:' ? writer : connect(options, opened)
    if (reader !== writer) reader.exec(readerSettings)
    return { writer, reader, commits: new GroupCommit(writer, where), now }
  } catch (error) {
    for (const database of opened) database.close()
    throw openFailure(error, where)
  }
}

function createFolder(folder: string, where: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StorageRefused(
      `Cannot make the folder of ${where}: ${reason}. Make it yourself, or give the path of another file`,
      { cause: error },
    )
  }
}

function connect({ path, patience }: ConnectOptions, opened: DatabaseSync[]): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: patience })
  opened.push(database)
  return database
}
