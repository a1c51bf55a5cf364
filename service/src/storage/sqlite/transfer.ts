import { DatabaseSync } from 'node:sqlite'
import {
  batchSize,
  columnsOf,
  numberedTables,
  type Records,
  type Row,
  requireEmpty,
  type TableCounts,
  type TableName,
  tableNames,
  type WriteObserver,
} from '../tables.ts'
import { openConnections } from './connections.ts'
import { statementFailure } from './failure.ts'
import { locateDatabase, locateFile } from './location.ts'
import { readSqliteMigrations } from './migrate.ts'
import { type Connection, createQuery } from './query.ts'

/** Lets `work` read all records of the file at `path`, as of one moment. */
export async function readSqliteRecords<Value>(
  path: string,
  work: (records: Records) => Promise<Value>,
): Promise<Value> {
  const { file, where } = locateDatabase(path)
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const connection = { database, where }
  try {
    database.exec('BEGIN')
    const seen = createQuery<[name: string, last: number]>(
      connection,
      'SELECT name, seq FROM sqlite_sequence',
    )
    const last = new Map(seen.all())
    return await work({
      counts: countRecords(connection),
      lastIds: { users: last.get('users') ?? 0, posts: last.get('posts') ?? 0 },
      batches: (table) => batchesOf(connection, table),
    })
  } catch (error) {
    throw statementFailure(error, where)
  } finally {
    database.close()
  }
}

async function* batchesOf({ database }: Connection, table: TableName): AsyncGenerator<readonly Row[]> {
  const statement = database.prepare(`SELECT ${columnsOf(table).join(', ')} FROM ${table}`)
  statement.setReturnArrays(true)
  let rows: Row[] = []
  for (const row of statement.iterate() as Iterable<unknown>) {
    rows.push(row as Row)
    if (rows.length < batchSize) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** Writes the records into the file at `path`, whose schema is current: all of them in one transaction, or none. */
export async function writeSqliteRecords(
  path: string,
  records: Records,
  { begin, advance }: WriteObserver,
): Promise<void> {
  const { file, where } = locateFile(path)
  const migrations = await readSqliteMigrations()
  const options = { path: file, where, patience: 5000, migrations, now: () => new Date() }
  const { writer, reader } = await openConnections(options)
  try {
    writer.database.exec('BEGIN IMMEDIATE')
    requireEmpty(countRecords(writer), where)
    await begin()
    for (const table of tableNames) await writeTable(writer, { table, records, advance })
    const setLast = writer.database.prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?')
    const addLast = writer.database.prepare('INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)')
    for (const table of numberedTables) {
      // This table keeps a number as it is given: one that may have a fraction would stay that.
      const last = BigInt(records.lastIds[table])
      if (setLast.run(last, table).changes === 0) addLast.run(last, table)
    }
    const gaps = records.lastIds.posts - records.counts.posts
    writer.database.prepare('UPDATE post_gaps SET total = ?').run(gaps)
    writer.database.exec('COMMIT')
  } catch (error) {
    throw statementFailure(error, where)
  } finally {
    // What was not committed is undone with it.
    for (const { database } of [reader, writer]) database.close()
  }
}

interface TableWork {
  readonly table: TableName
  readonly records: Records
  readonly advance: (written: number) => void
}

async function writeTable({ database }: Connection, { table, records, advance }: TableWork): Promise<void> {
  const columns = columnsOf(table)
  const places = columns.map(() => '?').join(', ')
  const insert = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
  for await (const rows of records.batches(table)) {
    for (const row of rows) insert.run(...row)
    advance(rows.length)
  }
}

function countRecords(connection: Connection): TableCounts {
  const counted = tableNames.map((table) => {
    const [count = 0] = createQuery<[number]>(connection, `SELECT count(*) FROM ${table}`).get() ?? []
    return [table, count] as const
  })
  return Object.fromEntries(counted) as Record<TableName, number>
}
