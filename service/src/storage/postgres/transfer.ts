import type postgres from 'postgres'
import { adviseOn, StorageRefused, StorageUnavailable } from '../errors.ts'
import type { StorageOptions } from '../storage.ts'
import {
  batchSize,
  columnsOf,
  countsQuery,
  type NumberedTable,
  numberedTables,
  otherUrl,
  type RecordAccess,
  type Records,
  type Row,
  requireEmpty,
  type TableCounts,
  type TableName,
  tableNames,
  tables,
  type WriteObserver,
} from '../tables.ts'
import { lacksRight, statementFailure } from './failure.ts'
import { Gateway } from './gateway.ts'
import { openPostgres } from './open.ts'

type Transaction = postgres.TransactionSql<{ id: number; timestamp: string }>

/** Creates access to the records of the database at a `postgres://` URL. */
export function postgresRecords(url: string, options: StorageOptions): RecordAccess {
  return {
    read: (work) => readRecords(url, work),
    async write(records, observer) {
      const storage = await openPostgres(url, options).catch((error) => {
        throw adviseOn(otherUrl, error)
      })
      await storage.close()
      await writeRecords(url, records, observer)
    },
  }
}

function readRecords<Value>(url: string, work: (records: Records) => Promise<Value>): Promise<Value> {
  return inTransaction(url, 'isolation level repeatable read read only', async (sql) => {
    // Before the counts: a last id is never less than the ids that are read.
    const lastIds = { users: await lastIdOf(sql, 'users'), posts: await lastIdOf(sql, 'posts') }
    return work({ counts: await countRecords(sql), lastIds, batches: (table) => batchesOf(sql, table) })
  })
}

function writeRecords(url: string, records: Records, { begin, advance }: WriteObserver): Promise<void> {
  return inTransaction(url, 'isolation level read committed', async (sql, where) => {
    // Other writers wait meanwhile; readers do not.
    await sql`set local lock_timeout = '10s'`
    await sql.unsafe(`lock table ${tableNames.join(', ')} in exclusive mode`)
    requireEmpty(await countRecords(sql), where)
    await begin()
    for (const table of tableNames) {
      for await (const rows of records.batches(table)) {
        await insert(sql, table, rows)
        advance(rows.length)
      }
    }
    for (const table of numberedTables) {
      const last = records.lastIds[table]
      if (last > 0) await sql`select setval(pg_get_serial_sequence(${table}, 'id')::regclass, ${last})`
    }
  })
}

async function inTransaction<Value>(
  url: string,
  mode: string,
  work: (sql: Transaction, where: string) => Promise<Value>,
): Promise<Value> {
  const gateway = new Gateway(url, { patience: 10_000 })
  try {
    const sql = await gateway.connect()
    const value = await sql.begin(mode, async (transaction) => {
      // A large table may take long, and so may the other database between two statements.
      await transaction`set local statement_timeout = '1h'`
      await transaction`set local idle_in_transaction_session_timeout = 0`
      return work(transaction, gateway.where)
    })
    return value as Value
  } catch (error) {
    // It is about the other database, which it names.
    if (error instanceof StorageUnavailable) throw error
    if (!lacksRight(error)) throw statementFailure(error, gateway.where)
    const reason = `${gateway.where}: ${error.message}. Transfer as the user who owns the tables`
    throw new StorageRefused(reason, { cause: error })
  } finally {
    await gateway.close()
  }
}

async function* batchesOf(sql: Transaction, table: TableName): AsyncGenerator<readonly Row[]> {
  const columns = columnsOf(table)
  const query = sql<Record<string, unknown>[]>`select ${sql(columns)} from ${sql(table)}`
  for await (const rows of query.cursor(batchSize)) {
    yield rows.map((row) => columns.map((column) => storedForm(row[column])))
  }
}

/** The driver returns the tags as an array. */
function storedForm(value: unknown): Row[number] {
  return Array.isArray(value) ? JSON.stringify(value) : (value as Row[number])
}

async function insert(sql: Transaction, table: TableName, rows: readonly Row[]): Promise<void> {
  const columns = Object.entries(tables[table])
  const names = columns.map(([column]) => column)
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type === 'jsonb' ? 'text' : type}[]`)
  const given = columns.map(([column, type]) => `${column}::${type}`)
  // Only the statement that claims a key needs the id of its post, a column of this table alone.
  const more = table === 'idempotency_keys' ? { name: ', post_id', value: ', 0' } : { name: '', value: '' }
  await sql.unsafe(
    `insert into ${table} (${names.join(', ')}${more.name}) overriding system value
     select ${given.join(', ')}${more.value} from unnest(${arrays.join(', ')}) as given (${names.join(', ')})`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
    { prepare: true },
  )
}

async function lastIdOf(sql: Transaction, table: NumberedTable): Promise<number> {
  const [row] = await sql<{ last: number | null }[]>`
    select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as last`
  return row?.last ?? 0
}

async function countRecords(sql: Transaction): Promise<TableCounts> {
  const [counts] = await sql.unsafe<[TableCounts]>(countsQuery)
  return { ...counts }
}
