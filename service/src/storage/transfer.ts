import { type DatabaseAddress, parseDatabaseUrl } from './database-url.ts'
import { adviseOn, StorageRefused } from './errors.ts'
import { type MigrationState, migrationState } from './migration-state.ts'
import { isSameFile } from './sqlite/location.ts'
import type { StorageOptions } from './storage.ts'
import { otherUrl, type RecordAccess, type TableCounts, tableNames, type WriteObserver } from './tables.ts'

/** Receives the progress of writing records; `begin` receives the number of all records. */
export type TransferOptions = StorageOptions &
  Pick<WriteObserver, 'advance'> & { readonly begin: (total: number) => Promise<void> }

/**
 * Writes a consistent snapshot of all records of a database into another, empty one, which may be of the other kind.
 * Ids, times, versions, passwords, sessions and used keys stay the same, and no id is reused. It writes all records or
 * none; the first database is only read. Throws `StorageRefused` where there is nothing to read, the schema of either
 * database is old, or the other one holds records; otherwise throws as `openStorage`.
 */
export async function transferRecords(
  from: string,
  to: string,
  { now, advance, begin }: TransferOptions,
): Promise<TableCounts> {
  if (isSameDatabase(parseDatabaseUrl(from), parseDatabaseUrl(to)))
    throw new StorageRefused(
      'The other URL names the database of DATABASE_URL itself; give the URL of another one',
    )
  const { applied } = await requireCurrent(from, 'DATABASE_URL')
  if (applied.length === 0)
    throw new StorageRefused(
      'There is nothing to transfer: the database of DATABASE_URL is empty or does not exist',
    )
  await requireCurrent(to, otherUrl)
  const source = await accessRecords(from, { now })
  const target = await accessRecords(to, { now })
  return source.read(async (records) => {
    const total = tableNames.reduce((sum, table) => sum + records.counts[table], 0)
    await target.write(records, { begin: () => begin(total), advance })
    return records.counts
  })
}

/** Whether both are the same SQLite file: reading it would block writing to it. */
function isSameDatabase(one: DatabaseAddress, other: DatabaseAddress): boolean {
  if (one.kind !== 'sqlite' || other.kind !== 'sqlite') return false
  return isSameFile(one.path, other.path)
}

/** Refuses a database with an old schema: it may hold records, and this command must not change it. */
async function requireCurrent(url: string, name: string): Promise<MigrationState> {
  const state = await migrationState(url).catch((error) => {
    throw adviseOn(name, error)
  })
  if (state.applied.length > 0 && state.pending.length > 0)
    throw new StorageRefused(`The schema of the database of ${name} is outdated; run postern migrate for it`)
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
