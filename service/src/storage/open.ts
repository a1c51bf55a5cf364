import { StorageRefused } from './errors.ts'
import type { Storage, StorageOptions } from './storage.ts'

/**
 * Opens `sqlite:PATH`, `sqlite::memory:` or `postgres://…`, makes what is missing and migrates to the current schema.
 * Throws `StorageRefused` when somebody must act first, `StorageUnavailable` when the database cannot be reached.
 */
export async function openStorage(url: string, options: StorageOptions): Promise<Storage> {
  const scheme = /^([a-z]+):/.exec(url)?.[1]
  if (scheme === 'sqlite') {
    const { openSqlite } = await import('./sqlite/open.ts')
    return openSqlite(url.slice('sqlite:'.length), options)
  }
  if (scheme === 'postgres' || scheme === 'postgresql') {
    const { openPostgres } = await import('./postgres/open.ts')
    return openPostgres(url, options)
  }
  throw new StorageRefused(
    `DATABASE_URL starts with ${JSON.stringify(scheme ?? '')}, which is no known database; ` +
      'write sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  )
}
