import { parseDatabaseUrl } from './database-url.ts'
import { StorageRefused } from './errors.ts'
import { migrationState } from './migration-state.ts'
import { openStorage } from './open.ts'
import type { StorageOptions } from './storage.ts'
import { type Records, type TableCounts, tableNames } from './tables.ts'

/** `advance` is told of the records that were written, as they are. */
export type TransferOptions = StorageOptions & {
  readonly advance: (written: number) => void
  /** Told first, with the number of all records. */
  readonly begin: (total: number) => Promise<void>
}

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
  if (await isNew(from, 'DATABASE_URL'))
    throw new StorageRefused('There is nothing to transfer: the database of DATABASE_URL is empty')
  await isNew(to, 'the other URL')
  return readRecords(from, async (records) => {
    await (await openStorage(to, { now })).close()
    await begin(tableNames.reduce((sum, table) => sum + records.counts[table], 0))
    await writeRecords(to, records, advance)
    return records.counts
  })
}

/** Whether a database has no schema yet; one that is old may hold records, and is nobody's to change here. */
async function isNew(url: string, name: string): Promise<boolean> {
  const { applied, pending } = await migrationState(url)
  if (applied.length > 0 && pending.length > 0)
    throw new StorageRefused(`The schema of the database of ${name} is old; run postern migrate for it`)
  return applied.length === 0
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

async function writeRecords(
  url: string,
  records: Records,
  advance: TransferOptions['advance'],
): Promise<void> {
  const address = parseDatabaseUrl(url)
  if (address.kind === 'sqlite') {
    const { writeSqliteRecords } = await import('./sqlite/transfer.ts')
    return writeSqliteRecords(address.path, records, advance)
  }
  const { writePostgresRecords } = await import('./postgres/transfer.ts')
  return writePostgresRecords(address.url, records, advance)
}
