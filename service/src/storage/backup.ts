import { parseDatabaseUrl } from './database-url.ts'
import { StorageRefused } from './errors.ts'
import { parametersOf } from './postgres/url-parts.ts'

/** What a backup holds. */
export type BackupReport = { readonly bytes: number; readonly posts: number; readonly users: number }

/** `overwrite`: replace an existing file (default: refuse). */
export type BackupOptions = { readonly overwrite?: boolean }

/** What a restored database holds, and the file with the previous content, if there was any. */
export type RestoreReport = BackupReport & { readonly replaced: string | undefined }

/**
 * Writes a consistent snapshot of an SQLite database to a file and verifies the file; the database may be in use.
 * Throws `StorageRefused` when the file exists or cannot be written, and for PostgreSQL, which has its own tools.
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
 * Replaces an SQLite database that is not in use with a backup; the previous content is kept beside it. Throws
 * `StorageRefused` for a file that is damaged, foreign or newer than this program, and for PostgreSQL.
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

/** Quotes a file name so that a shell reads it as one word. */
function quoted(file: string): string {
  return /^[\w./:@%+=,-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`
}

/** Returns the URL for PostgreSQL's tools: of the parameters they know `sslmode`, and refuse ours and those of the server. */
function toolUrl(url: string): string {
  const { sslmode, ...others } = Object.fromEntries(parametersOf(url))
  if (Object.keys(others).length === 0) return '"$DATABASE_URL"'
  return `"\${DATABASE_URL%%\\?*}${sslmode === undefined ? '' : `?sslmode=${sslmode}`}"`
}
