import { StorageRefused } from '../errors.ts'
import type { Gateway } from './gateway.ts'

/**
 * Throws `StorageRefused` behind a pooler that allows no transactions (PgBouncer with statement pooling): no schema
 * could be created and no password changed. Such a pooler ends each connection on which a transaction begins. It sends
 * the reason, but the driver only reports that the connection was closed.
 */
export async function requireTransactions(gateway: Gateway): Promise<void> {
  try {
    await beginOne(gateway)
  } catch (error) {
    if (!isClosed(error)) throw error
    // A server that was only restarted meanwhile begins the next one.
    await gateway.query((sql) => sql`select`)
    await beginOne(gateway).catch((again) => {
      throw isClosed(again) ? new StorageRefused(`Cannot open ${gateway.where}: ${reason}`) : again
    })
  }
}

const reason =
  'each connection on which a transaction begins is ended, as by a pooler that pools by statement. ' +
  'Set pool_mode = transaction in pgbouncer.ini'

function beginOne(gateway: Gateway): Promise<unknown> {
  return gateway.query((sql) => sql.begin(() => undefined))
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'CONNECTION_CLOSED'
}
