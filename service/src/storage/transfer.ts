import { parseDatabaseUrl } from './database-url.ts'
import { StorageRefused } from './errors.ts'
import { type MigrationState, migrationState } from './migration-state.ts'
import { openStorage } from './open.ts'
import type { StorageOptions } from './storage.ts'
import { type Records, type TableCounts, tableNames, type WriteObserver } from './tables.ts'

/** Who is told of the records that are written; `begin` of the number of all. */
export type TransferOptions = StorageOptions &
  Pick<WriteObserver, 'advance'> & { readonly begin: (total: number) => Promise<void> }

/**
 * Writes all records of a database, as of one moment, into another that holds none, of the other kind too: ids, times,
 * versions, passwords, sessions and used keys stay what they are, and no id is given again. All of them or none; the first
 * database is only read. Throws `StorageRefused` where there is nothing to read, the schema of either is old, or the other
 * holds records; else as `openStorage`.
 */
export async function transferRecords(
  from: string,
  to: string,
  { now, advance, begin }: TransferOptions,
): Promise<TableCounts> {
  const { applied } = await requireCurrent(from, 'DATABASE_URL')
  if (applied.length === 0)
    throw new StorageRefused('There is nothing to transfer: the database of DATABASE_URL is empty')
  await requireCurrent(to, 'the other URL')
  return readRecords(from, async (records) => {
    await (await openStorage(to, { now })).close()
    const total = tableNames.reduce((sum, table) => sum + records.counts[table], 0)
    await writeRecords(to, records, { begin: () => begin(total), advance })
    return records.counts
  })
}

/** Refuses a database whose schema is old: it may hold records, and is not this command's to change. */
async function requireCurrent(url: string, name: string): Promise<MigrationState> {
  const state = await migrationState(url)
  if (state.applied.length > 0 && state.pending.length > 0)
    throw new StorageRefused(`The schema of the database of ${name} is old; run postern migrate for it`)
  return state
}

async function readRecords<Value>(url: string, work: (records: Records) => Promise<Value>): Promise<Value> {
  const address = parseDatabaseUrl(url)
  if (address.kind === 'sqlite') {
    const { readSqliteRecords } = await import('./sqlite/transfer.ts')
    return readSqliteRecords(address.path, work)
  }
  const { readPostgresRecords } = await import('./postgres/transfer.ts')
  return readPostgresRecords(address.url, work)
}

async function writeRecords(url: string, records: Records, observer: WriteObserver): Promise<void> {
  const address = parseDatabaseUrl(url)
  if (address.kind === 'sqlite') {
    const { writeSqliteRecords } = await import('./sqlite/transfer.ts')
    return writeSqliteRecords(address.path, records, observer)
  }
  const { writePostgresRecords } = await import('./postgres/transfer.ts')
  return writePostgresRecords(address.url, records, observer)
}
