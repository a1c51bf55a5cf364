import { StorageRefused } from './errors.ts'

/** What a `DATABASE_URL` names: a file (or `:memory:`) for SQLite, the whole URL for PostgreSQL. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** Tells the databases apart by the start of their URL; throws `StorageRefused` for any other. */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const scheme = /^([a-z]+):/.exec(url)?.[1]
  if (scheme === 'sqlite') return { kind: 'sqlite', path: url.slice('sqlite:'.length) }
  if (scheme === 'postgres' || scheme === 'postgresql') return { kind: 'postgres', url }
  throw new StorageRefused(
    `A database's URL starts with sqlite: or postgres:, not with ${JSON.stringify(scheme ?? '')}; ` +
      'write sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  )
}
