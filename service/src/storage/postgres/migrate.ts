import type postgres from 'postgres'
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
import type { Gateway } from './gateway.ts'

type MigrationSql = postgres.ISql<{ timestamp: string }>

// Any number works as long as nothing else in the database locks it: this is `postern` on a telephone keypad.
const lock = 7_678_376

/** Reads the migrations of this program. */
export function readPostgresMigrations(): Promise<readonly Migration[]> {
  return readMigrations(new URL('./migrations/', import.meta.url))
}

/** Brings the schema up to date in one transaction; of several processes that start at once, one does the work. */
export async function migratePostgres(gateway: Gateway, { migrations, now }: MigrateOptions): Promise<void> {
  const findPending = async (sql: MigrationSql) => {
    await requireUnicode(sql, gateway.where)
    return pendingMigrations(migrations, await readApplied(sql, gateway.where), gateway.where)
  }
  // Nearly every start finds none pending; this query has a deadline in case the server fell silent.
  if ((await gateway.query(findPending)).length === 0) return
  const sql = await gateway.connect()
  // A process that waited for the lock must see what was done meanwhile.
  await sql.begin('isolation level read committed', async (transaction) => {
    // On a large table a migration may take minutes, and so may waiting for the process that runs it.
    await transaction`set local statement_timeout = '1h'`
    await transaction`set local lock_timeout = 0`
    await transaction`select pg_advisory_xact_lock(${lock})`
    // While a migration waits for a table, perhaps for the end of a pg_dump, every request for that table waits behind
    // it: the migration must give up before the requests that another process serves are refused.
    await transaction`set local lock_timeout = '5s'`
    const pending = await findPending(transaction)
    if (pending.length > 0) await createTable(transaction)
    for (const { sql: text, number, name, checksum } of pending) {
      await transaction.unsafe(text).simple()
      await transaction`insert into migrations values (${number}, ${name}, ${checksum}, ${currentTimestamp(now)})`
    }
  })
}

/**
 * Returns what was applied to the database; nothing for an empty one. Throws `StorageRefused` where another program has
 * a table of this name.
 */
export async function readApplied(sql: MigrationSql, where: string): Promise<readonly AppliedMigration[]> {
  const [row] = await sql<{ columns: string | null }[]>`
    select string_agg(attname, ',' order by attnum) as columns from pg_attribute
    where attrelid = to_regclass('migrations') and attnum > 0 and not attisdropped`
  if (!row?.columns) return []
  if (row.columns !== migrationColumns.join()) throw otherProgram(where, row.columns)
  return sql<AppliedMigration[]>`select number, name, checksum from migrations order by number`
}

function otherProgram(where: string, columns: string): StorageRefused {
  return new StorageRefused(
    `${where} has a table "migrations" of another program (with the columns ${columns}). ` +
      'Give the URL of another database, or of a user whose search_path names a schema of its own',
  )
}

async function createTable(sql: MigrationSql): Promise<void> {
  await sql`create table if not exists migrations (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz(3) not null
  )`
}

async function requireUnicode(sql: MigrationSql, where: string): Promise<void> {
  const [row] = await sql<{ encoding: string }[]>`select current_setting('server_encoding') as encoding`
  if (row?.encoding === 'UTF8') return
  throw new StorageRefused(
    `${where} stores text as ${row?.encoding}, which cannot hold every character. ` +
      "Create the database with: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0",
  )
}
