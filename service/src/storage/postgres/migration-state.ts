import type { MigrationState } from '../migration-state.ts'
import { type AppliedMigration, pendingMigrations } from '../migrations.ts'
import type { Sql } from './driver.ts'
import { openFailure } from './failure.ts'
import { Gateway } from './gateway.ts'
import { readPostgresMigrations } from './migrate.ts'

/** As `migrationState`, of the PostgreSQL database at the URL. */
export async function postgresMigrationState(url: string): Promise<MigrationState> {
  const known = await readPostgresMigrations()
  const gateway = new Gateway(url, { patience: 10_000 })
  try {
    const applied = await gateway.query(readApplied)
    return { applied, pending: pendingMigrations(known, applied, gateway.where) }
  } catch (error) {
    throw openFailure(error, gateway.where)
  } finally {
    await gateway.close()
  }
}

async function readApplied(sql: Sql): Promise<readonly AppliedMigration[]> {
  const [row] = await sql<{ found: boolean }[]>`select to_regclass('migrations') is not null as found`
  if (!row?.found) return []
  return sql<AppliedMigration[]>`select number, name, checksum from migrations order by number`
}
