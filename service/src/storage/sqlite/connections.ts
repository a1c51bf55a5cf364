import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { MigrateOptions } from '../migrations.ts'
import type { Clock } from '../storage.ts'
import { fileFailure, isLocked, openFailure } from './failure.ts'
import { type FileWatch, watchFiles } from './file-watch.ts'
import { flushFound } from './flush.ts'
import { createFolder } from './folder.ts'
import { GroupCommit } from './group-commit.ts'
import { GroupRead } from './group-read.ts'
import { followLinks } from './location.ts'
import { migrateSqlite } from './migrate.ts'
import type { Connection } from './query.ts'
import { refuseNonFile } from './read-only.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

/** What the SQLite stores work with: a connection that writes in groups, and one that only reads, also in groups. */
export type SqliteConnections = {
  readonly writer: Connection
  readonly commits: GroupCommit
  readonly reader: Connection
  readonly reads: GroupRead
  readonly files: FileWatch
  /** Undefined for a database in memory. */
  readonly log: WriteAheadLog | undefined
  readonly now: Clock
}

/** `path` is a file or `:memory:`; `patience`, in milliseconds, is how long to wait for another program's lock. */
export type ConnectOptions = MigrateOptions & {
  readonly path: string
  readonly where: string
  readonly patience: number
}

// FULL puts every commit on disk before it completes, except group commits, which do that themselves; fullfsync makes
// macOS actually do it.
const writerSettings = `
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

/** Opens the file with its folder, migrates it and returns both connections; throws as `openStorage` does. */
export async function openConnections(options: ConnectOptions): Promise<SqliteConnections> {
  const { path, where, now, patience } = options
  const opened: DatabaseSync[] = []
  try {
    if (path !== ':memory:') prepareFile(path, where)
    const writer = connect(options, opened)
    await useWriteAheadLog(writer.database, patience)
    writer.database.exec(writerSettings)
    migrateSqlite(writer, options)
    // A second connection to :memory: would be another database; reads between two batches see only what is committed.
    const reader = path === ':memory:' ? writer : connect(options, opened)
    if (reader !== writer) reader.database.exec(readerSettings)
    const files = watchFiles(path, where)
    const log = path === ':memory:' ? undefined : openLog(path, where)
    const requireReadable = () => {
      files.requireIndex()
      commits.requireFlushed()
    }
    const reads: GroupRead = new GroupRead(reader, { unflushed: () => commits.unflushed, requireReadable })
    const readFirst = () => reads.readQueued()
    const commits = new GroupCommit(writer, { patience, requireFile: files.require, log, readFirst })
    return { writer, commits, reader, reads, files, log, now }
  } catch (error) {
    for (const database of opened) database.close()
    throw openFailure(error, where)
  }
}

/** Finishes what is queued and closes everything; a second call does nothing. */
export async function closeConnections({
  writer,
  reader,
  commits,
  reads,
  files,
  log,
}: SqliteConnections): Promise<void> {
  await commits.close()
  reads.close()
  if (!writer.database.isOpen) return
  log?.close()
  // Closing the last connection moves the log into the file and removes it, unless that connection only reads.
  const last = files.isLogOfOthers() ? connectReadOnly(reader) : undefined
  for (const database of new Set([reader.database, writer.database])) database.close()
  last?.close()
}

/** Opens another connection to the same file, which only reads, and makes it hold its lock. */
function connectReadOnly({ database }: Connection): DatabaseSync {
  const another = new DatabaseSync(database.location() ?? '', { readOnly: true })
  try {
    another.exec('PRAGMA schema_version')
  } catch {
    // Without the right index it may not find a database; it holds its lock all the same.
  }
  return another
}

/** Creates the file and its folder where they do not exist yet, and flushes what exists to disk. */
function prepareFile(path: string, where: string): void {
  createFolder(dirname(path), where)
  refuseNonFile(path)
  createFile(path)
  try {
    flushFound(path)
  } catch (error) {
    throw fileFailure(error, `Cannot open ${where}`)
  }
}

/** SQLite would create the file readable for everyone, and the files that it puts beside it get the same permissions. */
function createFile(path: string): void {
  try {
    closeSync(openSync(followLinks(path), 'wx', 0o600))
  } catch {
    // The file nearly always exists already; SQLite reports why it cannot be created.
  }
}

function connect({ path, patience, where }: ConnectOptions, opened: DatabaseSync[]): Connection {
  const database = new DatabaseSync(path, { timeout: patience })
  opened.push(database)
  return { database, where }
}

function openLog(path: string, where: string): WriteAheadLog {
  try {
    return new WriteAheadLog(path)
  } catch (error) {
    throw fileFailure(error, `Cannot open the log of ${where}`)
  }
}

// When several programs open a new file at the same time, SQLite does not wait for the lock that this needs.
async function useWriteAheadLog(database: DatabaseSync, patience: number): Promise<void> {
  const deadline = performance.now() + patience
  while (!tryWriteAheadLog(database, deadline)) await setTimeout(10)
}

function tryWriteAheadLog(database: DatabaseSync, deadline: number): boolean {
  try {
    database.exec('PRAGMA journal_mode = WAL')
    return true
  } catch (error) {
    if (!isLocked(error) || performance.now() > deadline) throw error
    return false
  }
}
