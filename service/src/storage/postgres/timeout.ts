import { StorageRefused } from '../errors.ts'
import type { Gateway } from './gateway.ts'

/**
 * Refuses connections whose statements may work for longer than `patience`, in milliseconds: a pooler has dropped what
 * was asked of them, or the URL asks otherwise. One locked record would then cost all who ask their connections, and a
 * write that was given up could still be done.
 */
export async function requireTimeout(gateway: Gateway, patience: number): Promise<void> {
  const sql = await gateway.connect()
  const [found] = await sql<{ user: string; shown: string; milliseconds: string }[]>`
    select quote_ident(current_user) as user, current_setting(name) as shown, setting as milliseconds
    from pg_settings where name = 'statement_timeout'`
  const milliseconds = Number(found?.milliseconds)
  if (!found || (milliseconds > 0 && milliseconds <= patience)) return
  const held = milliseconds === 0 ? 'are never ended' : `are ended after ${found.shown} only`
  throw new StorageRefused(
    `Cannot open ${gateway.where}: its statements ${held}, for the pooler before it drops statement_timeout or ` +
      `DATABASE_URL sets it. Take it out of DATABASE_URL; behind a pooler let the server set it: ` +
      `ALTER ROLE ${found.user} SET statement_timeout = '${patience}ms', and have the pooler connect anew`,
  )
}
