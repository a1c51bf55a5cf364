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
import { refuseOthers } from './read-only.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

/** What the SQLite stores work with: one connection that writes in groups, one that only reads, in groups too. */
export type SqliteConnections = {
  readonly writer: Connection
  readonly commits: GroupCommit
  readonly reader: Connection
  readonly reads: GroupRead
  readonly files: FileWatch
  /** None for a database in memory. */
  readonly log: WriteAheadLog | undefined
  readonly now: Clock
}

/** `path` is a file or `:memory:`; `patience`, in milliseconds, is how long to wait for another program's lock. */
export type ConnectOptions = MigrateOptions & {
  readonly path: string
  readonly where: string
  readonly patience: number
}

// FULL puts every commit on the disk before it is done, save those of a group, which does so itself; fullfsync makes
// macOS mean it too.
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

/** Opens the file with its folder, migrates it and answers both connections; throws as `openStorage` does. */
export async function openConnections(options: ConnectOptions): Promise<SqliteConnections> {
  const { path, where, now, patience } = options
  const opened: DatabaseSync[] = []
  try {
    if (path !== ':memory:') prepareFile(path, where)
    const writer = connect(options, opened)
    await useWriteAheadLog(writer.database, patience)
    writer.database.exec(writerSettings)
    migrateSqlite(writer, options)
    // A second connection to :memory: would be another database; reads between two batches see commits alone.
    const reader = path === ':memory:' ? writer : connect(options, opened)
    if (reader !== writer) reader.database.exec(readerSettings)
    const files = watchFiles(path, where)
    const log = path === ':memory:' ? undefined : openLog(path, where)
    const { requireIndex } = files
    const reads: GroupRead = new GroupRead(reader, { unflushed: () => commits.unflushed, requireIndex })
    const readFirst = () => reads.readQueued()
    const commits = new GroupCommit(writer, { patience, requireFile: files.require, log, readFirst })
    return { writer, commits, reader, reads, files, log, now }
  } catch (error) {
    for (const database of opened) database.close()
    throw openFailure(error, where)
  }
}

/** Finishes what is queued, and closes all; a second time does nothing. */
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
  const keeper = files.isLogOfOthers() ? keepLog(reader) : undefined
  for (const database of new Set([reader.database, writer.database])) database.close()
  keeper?.close()
}

/** SQLite takes the log into the file and removes it when the last connection is closed that may write; this one may not. */
function keepLog({ database }: Connection): DatabaseSync {
  const keeper = new DatabaseSync(database.location() ?? '', { readOnly: true })
  try {
    keeper.exec('PRAGMA schema_version')
  } catch {
    // By the index that is lost it finds no database, maybe; it has its lock all the same.
  }
  return keeper
}

/** Makes the file with its folder where they are not there yet, and puts on the disk what is. */
function prepareFile(path: string, where: string): void {
  createFolder(dirname(path), where)
  refuseOthers(path)
  createFile(path)
  try {
    flushFound(path)
  } catch (error) {
    throw fileFailure(error, `Cannot open ${where}`)
  }
}

/** SQLite would let everybody read the file that it makes, and what it puts beside it has the same rights. */
function createFile(path: string): void {
  try {
    closeSync(openSync(followLinks(path), 'wx', 0o600))
  } catch {
    // It is there already, as it is nearly always; why it cannot be made, SQLite says.
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

// SQLite does not wait for the lock that this needs when several programs open a new file at the same moment.
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
