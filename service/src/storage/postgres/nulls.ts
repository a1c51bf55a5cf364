import { StorageRefused } from '../errors.ts'
import type { Gateway } from './gateway.ts'

/** Refuses connections with `array_nulls` off, as before PostgreSQL 8.2: what a post has not would be the text NULL, which no
 *  number is. */
export async function requireNulls(gateway: Gateway): Promise<void> {
  const [found] = await gateway.run(
    (sql) => sql<{ user: string; nulls: string }[]>`
      select quote_ident(current_user) as user, current_setting('array_nulls') as nulls`,
  )
  if (found?.nulls !== 'off') return
  throw new StorageRefused(
    `Cannot open ${gateway.where}: array_nulls is off, and no post could be stored. Take it out of DATABASE_URL, ` +
      `or let the server set it: ALTER ROLE ${found.user} SET array_nulls = on`,
  )
}
