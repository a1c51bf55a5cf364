import type { DatabaseSync } from 'node:sqlite'
import type { StorageOptions } from '../storage.ts'
import {
  batchSize,
  columnsOf,
  countsQuery,
  numberedTables,
  type RecordAccess,
  type Records,
  type Row,
  requireEmpty,
  type TableCounts,
  type TableName,
  tableNames,
  type WriteObserver,
} from '../tables.ts'
import { closeConnections, openConnections } from './connections.ts'
import { statementFailure } from './failure.ts'
import { locateDatabase, locateFile } from './location.ts'
import { readSqliteMigrations } from './migrate.ts'
import { type Connection, createQuery } from './query.ts'
import { openReadOnly } from './read-only.ts'

/** Creates access to the records of the file at `path`. */
export function sqliteRecords(path: string, options: StorageOptions): RecordAccess {
  return {
    read: (work) => readRecords(path, work),
    write: (records, observer) => writeRecords(path, records, { ...options, ...observer }),
  }
}

async function readRecords<Value>(path: string, work: (records: Records) => Promise<Value>): Promise<Value> {
  const { file, where } = locateDatabase(path)
  const database = openReadOnly(file)
  const connection = { database, where }
  try {
    database.exec('BEGIN')
    const query = 'SELECT name, seq FROM sqlite_sequence'
    const last = new Map(createQuery<[name: string, last: number]>(connection, query).all())
    const lastIds = { users: last.get('users') ?? 0, posts: last.get('posts') ?? 0 }
    const batches = (table: TableName) => batchesOf(connection, table)
    return await work({ counts: countRecords(database), lastIds, batches })
  } catch (error) {
    throw statementFailure(error, where)
  } finally {
    database.close()
  }
}

async function* batchesOf(connection: Connection, table: TableName): AsyncGenerator<readonly Row[]> {
  const query = createQuery<[...Row]>(connection, `SELECT ${columnsOf(table).join(', ')} FROM ${table}`)
  let rows: Row[] = []
  for (const row of query.each()) {
    rows.push(row)
    if (rows.length < batchSize) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

async function writeRecords(
  path: string,
  records: Records,
  { now, begin, advance }: StorageOptions & WriteObserver,
): Promise<void> {
  const { file, where } = locateFile(path)
  const migrations = await readSqliteMigrations()
  const connections = await openConnections({ path: file, where, patience: 5000, migrations, now })
  const { database } = connections.writer
  try {
    // This is a single commit, not one of a group.
    database.exec('PRAGMA synchronous = FULL')
    database.exec('BEGIN IMMEDIATE')
    requireEmpty(countRecords(database), where)
    await begin()
    for (const table of tableNames) await writeTable(database, { table, records, advance })
    const setLast = database.prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?')
    const addLast = database.prepare('INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)')
    for (const table of numberedTables) {
      // This table stores a number as it is bound: a JavaScript number would stay a floating-point one.
      const last = BigInt(records.lastIds[table])
      if (setLast.run(last, table).changes === 0) addLast.run(last, table)
    }
    const gaps = records.lastIds.posts - records.counts.posts
    database.prepare('UPDATE post_gaps SET total = ?').run(gaps)
    database.exec('COMMIT')
  } catch (error) {
    throw statementFailure(error, where)
  } finally {
    // Closing undoes what was not committed.
    await closeConnections(connections)
  }
}

interface TableWork {
  readonly table: TableName
  readonly records: Records
  readonly advance: (written: number) => void
}

async function writeTable(database: DatabaseSync, { table, records, advance }: TableWork): Promise<void> {
  const columns = columnsOf(table)
  const places = columns.map(() => '?').join(', ')
  const insert = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
  for await (const rows of records.batches(table)) {
    for (const row of rows) insert.run(...row)
    advance(rows.length)
  }
}

function countRecords(database: DatabaseSync): TableCounts {
  return { ...(database.prepare(countsQuery).get() as TableCounts) }
}
