import { parseDatabaseUrl } from './database-url.ts'
import type { Migration } from './migrations.ts'

/** The number and name of a migration. */
export type MigrationStep = Pick<Migration, 'number' | 'name'>

/** The migrations of a database: those it has, and those that opening it would apply. */
export type MigrationState = {
  readonly applied: readonly MigrationStep[]
  readonly pending: readonly MigrationStep[]
}

/** Reads the state of a database without changing it; for one that does not exist yet, all are pending. Throws as `openStorage`. */
export async function migrationState(url: string): Promise<MigrationState> {
  const address = parseDatabaseUrl(url)
  if (address.kind === 'sqlite') {
    const { sqliteMigrationState } = await import('./sqlite/migration-state.ts')
    return sqliteMigrationState(address.path)
  }
  const { postgresMigrationState } = await import('./postgres/migration-state.ts')
  return postgresMigrationState(address.url)
}
