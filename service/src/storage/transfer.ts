import { type DatabaseAddress, parseDatabaseUrl } from './database-url.ts'
import { StorageRefused } from './errors.ts'
import { type MigrationState, migrationState } from './migration-state.ts'
import { followLinks } from './sqlite/location.ts'
import type { StorageOptions } from './storage.ts'
import { type RecordAccess, type TableCounts, tableNames, type WriteObserver } from './tables.ts'

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
  if (isSameFile(parseDatabaseUrl(from), parseDatabaseUrl(to)))
    throw new StorageRefused('The other URL names the database of DATABASE_URL itself; give that of another')
  const { applied } = await requireCurrent(from, 'DATABASE_URL')
  if (applied.length === 0)
    throw new StorageRefused(
      'There is nothing to transfer: the database of DATABASE_URL is empty, or is not there',
    )
  await requireCurrent(to, 'the other URL')
  const source = await accessRecords(from, { now })
  const target = await accessRecords(to, { now })
  return source.read(async (records) => {
    const total = tableNames.reduce((sum, table) => sum + records.counts[table], 0)
    await target.write(records, { begin: () => begin(total), advance })
    return records.counts
  })
}

/** Whether both are one file of SQLite: whoever reads it would keep the other from writing. */
function isSameFile(one: DatabaseAddress, other: DatabaseAddress): boolean {
  if (one.kind !== 'sqlite' || other.kind !== 'sqlite') return false
  return followLinks(one.path) === followLinks(other.path)
}

/** Refuses a database whose schema is old: it may hold records, and is not this command's to change. */
async function requireCurrent(url: string, name: string): Promise<MigrationState> {
  const state = await migrationState(url)
  if (state.applied.length > 0 && state.pending.length > 0)
    throw new StorageRefused(`The schema of the database of ${name} is old; run postern migrate for it`)
  return state
}

async function accessRecords(url: string, options: StorageOptions): Promise<RecordAccess> {
  const address = parseDatabaseUrl(url)
  if (address.kind === 'sqlite') {
    const { sqliteRecords } = await import('./sqlite/transfer.ts')
    return sqliteRecords(address.path, options)
  }
  const { postgresRecords } = await import('./postgres/transfer.ts')
  return postgresRecords(address.url, options)
}
