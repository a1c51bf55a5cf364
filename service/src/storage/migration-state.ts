import { parseDatabaseUrl } from './database-url.ts'
import type { Migration } from './migrations.ts'

/** A step of the schema in short. */
export type MigrationStep = Pick<Migration, 'number' | 'name'>

/** The steps of a database's schema: those it has, and those that opening it would make. */
export type MigrationState = {
  readonly applied: readonly MigrationStep[]
  readonly pending: readonly MigrationStep[]
}

/** Looks at a database and changes nothing; one that does not exist yet has everything pending. Throws as `openStorage`. */
export async function migrationState(url: string): Promise<MigrationState> {
  const address = parseDatabaseUrl(url)
  if (address.kind === 'sqlite') {
    const { sqliteMigrationState } = await import('./sqlite/migration-state.ts')
    return sqliteMigrationState(address.path)
  }
  const { postgresMigrationState } = await import('./postgres/migration-state.ts')
  return postgresMigrationState(address.url)
}
