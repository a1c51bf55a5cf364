import type { MigrationState } from '../migration-state.ts'
import { pendingMigrations } from '../migrations.ts'
import { openFailure } from './failure.ts'
import { Gateway } from './gateway.ts'
import { readApplied, readPostgresMigrations } from './migrate.ts'

/** As `migrationState`, of the PostgreSQL database at the URL. */
export async function postgresMigrationState(url: string): Promise<MigrationState> {
  const known = await readPostgresMigrations()
  const gateway = new Gateway(url, { patience: 10_000 })
  try {
    const applied = await gateway.query((sql) => readApplied(sql, gateway.where))
    return { applied, pending: pendingMigrations(known, applied, gateway.where) }
  } catch (error) {
    throw openFailure(error, gateway.where)
  } finally {
    await gateway.close()
  }
}
