import type { Storage, StorageOptions } from '../storage.ts'
import { lacksRight, openFailure } from './failure.ts'
import { Gateway } from './gateway.ts'
import { requireSettings } from './given-settings.ts'
import { keepsStatements } from './kept-statements.ts'
import { migratePostgres, readPostgresMigrations } from './migrate.ts'
import { requireOwnTables } from './own-tables.ts'
import { PostgresPosts } from './posts.ts'
import { requireWrites } from './primary.ts'
import { requireRights } from './rights.ts'
import { PostgresSessions } from './sessions.ts'
import { requireTransactions } from './transactions.ts'
import { PostgresUsers } from './users.ts'

/** `patience`, in milliseconds, is how long the server may work on a statement (default 10000). */
export type PostgresOptions = StorageOptions & { readonly patience?: number }

/** Opens the database at a `postgres://` URL, which may name several hosts; the one that takes writes is used. */
export async function openPostgres(
  url: string,
  { now, patience = 10_000 }: PostgresOptions,
): Promise<Storage> {
  const migrations = await readPostgresMigrations()
  let gateway = new Gateway(url, { patience })
  try {
    await requireSettings(gateway, patience)
    await requireTransactions(gateway)
    if (!(await keepsStatements(gateway))) {
      await gateway.close()
      gateway = new Gateway(url, { patience, prepare: false })
    }
    await migratePostgres(gateway, { migrations, now }).catch((error) => explainRefusal(gateway, error))
    await check(gateway)
    await requireOwnTables(gateway)
    await requireRights(gateway)
  } catch (error) {
    await gateway.close()
    throw openFailure(error, gateway.where)
  }
  return {
    posts: new PostgresPosts(gateway, now),
    users: new PostgresUsers(gateway, now),
    sessions: new PostgresSessions(gateway, now),
    describe: () => gateway.where,
    check: () => check(gateway),
    close: () => gateway.close(),
  }
}

/** Throws the error; for a user who may not even read what was migrated, one that lists all missing rights. */
async function explainRefusal(gateway: Gateway, error: unknown): Promise<never> {
  if (lacksRight(error)) await requireRights(gateway)
  throw error
}

function check(gateway: Gateway): Promise<void> {
  return gateway.run((sql) => requireWrites(sql, 'the server'))
}
