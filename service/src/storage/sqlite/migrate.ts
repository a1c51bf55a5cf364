import { StorageRefused } from '../errors.ts'
import {
  type AppliedMigration,
  type MigrateOptions,
  type Migration,
  migrationColumns,
  pendingMigrations,
  readMigrations,
} from '../migrations.ts'
import { currentTimestamp } from '../timestamp.ts'
import { type Connection, createQuery } from './query.ts'

/** Reads the migrations of this program. */
export function readSqliteMigrations(): Promise<readonly Migration[]> {
  return readMigrations(new URL('./migrations/', import.meta.url))
}

/** Brings the schema up to date in one transaction; of several processes that start at once, one does the work. */
export function migrateSqlite(connection: Connection, options: MigrateOptions): void {
  const { database } = connection
  database.exec('BEGIN IMMEDIATE')
  try {
    applyPending(connection, options)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/**
 * Returns what was applied to the database; nothing for an empty one. Throws `StorageRefused` for that of another
 * program, and for one that lost its record.
 */
export function readApplied(connection: Connection): readonly AppliedMigration[] {
  const tables = createQuery<[name: string]>(
    connection,
    "SELECT name FROM sqlite_master WHERE type = 'table'",
  )
  const names = tables.all().flat()
  if (names.length === 0) return []
  if (!names.includes('migrations') || !isOurs(connection)) {
    throw new StorageRefused(
      `${connection.where} is the database of another program (it has the tables ${names.join(', ')}). ` +
        'Give the path of another file',
    )
  }
  const applied = createQuery<[number: number, name: string, checksum: string]>(
    connection,
    'SELECT number, name, checksum FROM migrations ORDER BY number',
  ).all()
  if (applied.length === 0 && names.length > 1) {
    throw new StorageRefused(
      `${connection.where} has tables (${names.join(', ')}) but no record of the migrations that made them. ` +
        'Restore a backup, or give the path of another file',
    )
  }
  return applied.map(([number, name, checksum]) => ({ number, name, checksum }))
}

/** Other programs also have a table of this name. */
function isOurs(connection: Connection): boolean {
  const columns = createQuery<[name: string]>(connection, "SELECT name FROM pragma_table_info('migrations')")
  return columns.all().join() === migrationColumns.join()
}

function applyPending(connection: Connection, { migrations, now }: MigrateOptions): void {
  const { database, where } = connection
  const pending = pendingMigrations(migrations, readApplied(connection), where)
  database.exec(`CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
  ) STRICT`)
  const record = database.prepare('INSERT INTO migrations VALUES (?, ?, ?, ?)')
  for (const { sql, number, name, checksum } of pending) {
    database.exec(sql)
    record.run(number, name, checksum, currentTimestamp(now))
  }
  // Even on a read-only file a transaction without changes can begin, but a statement that might change something
  // cannot run.
  database.exec('UPDATE migrations SET name = name WHERE number = 1')
}
