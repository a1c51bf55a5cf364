import { parseDatabaseUrl } from './database-url.ts'
import type { Storage, StorageOptions } from './storage.ts'

/**
 * Opens `sqlite:PATH`, `sqlite::memory:` or `postgres://…`, creates what is missing and migrates to the current schema.
 * Throws `StorageRefused` when someone must act first, `StorageUnavailable` when the database cannot be reached.
 */
export async function openStorage(url: string, options: StorageOptions): Promise<Storage> {
  const address = parseDatabaseUrl(url)
  if (address.kind === 'sqlite') {
    const { openSqlite } = await import('./sqlite/open.ts')
    return openSqlite(address.path, options)
  }
  const { openPostgres } = await import('./postgres/open.ts')
  return openPostgres(address.url, options)
}
