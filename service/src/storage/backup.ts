import { parseDatabaseUrl } from './database-url.ts'
import { StorageRefused } from './errors.ts'
import { parametersOf } from './postgres/url-parts.ts'

/** What a backup holds. */
export type BackupReport = { readonly bytes: number; readonly posts: number; readonly users: number }

/** `overwrite`: write over a file that is there (default: refuse). */
export type BackupOptions = { readonly overwrite?: boolean }

/** What a restored database holds, and the file with what was there before, if anything was. */
export type RestoreReport = BackupReport & { readonly replaced: string | undefined }

/**
 * Writes all of an SQLite database as of one moment to a file, while it may be in use, and verifies the file.
 * Throws `StorageRefused` when the file is there or cannot be written, and for PostgreSQL, which has tools of its own.
 */
export async function backupDatabase(
  url: string,
  file: string,
  options: BackupOptions = {},
): Promise<BackupReport> {
  const path = requireSqlite(url, `pg_dump --format=custom --file=${quoted(file)} ${toolUrl(url)}`)
  const { backupSqlite } = await import('./sqlite/backup.ts')
  return backupSqlite(path, file, options)
}

/**
 * Puts a backup in the place of an SQLite database that nobody uses; what was there is kept beside it.
 * Throws `StorageRefused` for a file that is damaged, foreign or newer than this program, and for PostgreSQL.
 */
export async function restoreDatabase(file: string, url: string): Promise<RestoreReport> {
  const path = requireSqlite(
    url,
    `pg_restore --clean --if-exists --single-transaction --dbname=${toolUrl(url)} ${quoted(file)}`,
  )
  const { restoreSqlite } = await import('./sqlite/restore.ts')
  return restoreSqlite(file, path)
}

function requireSqlite(url: string, command: string): string {
  const address = parseDatabaseUrl(url)
  if (address.kind === 'sqlite') return address.path
  throw new StorageRefused(
    `This is for SQLite; PostgreSQL has tools of its own, of the server's version or newer. Run: ${command}`,
  )
}

/** A file's name as a shell takes it for one word. */
function quoted(file: string): string {
  return /^[\w./:@%+=,-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`
}

/** The URL as PostgreSQL's tools take it: of what stands behind the `?` they know `sslmode`, and refuse what is ours or the server's. */
function toolUrl(url: string): string {
  const { sslmode, ...others } = Object.fromEntries(parametersOf(url))
  if (Object.keys(others).length === 0) return '"$DATABASE_URL"'
  return `"\${DATABASE_URL%%\\?*}${sslmode === undefined ? '' : `?sslmode=${sslmode}`}"`
}
