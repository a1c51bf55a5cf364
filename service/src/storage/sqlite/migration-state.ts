import type { MigrationState } from '../migration-state.ts'
import { pendingMigrations } from '../migrations.ts'
import { openFailure } from './failure.ts'
import { foundAt, locateDatabase } from './location.ts'
import { readApplied, readSqliteMigrations } from './migrate.ts'
import { readDatabase } from './read-only.ts'

/** As `migrationState`, of the SQLite database at `path`. */
export async function sqliteMigrationState(path: string): Promise<MigrationState> {
  const { file, where } = locateDatabase(path)
  const known = await readSqliteMigrations()
  if (foundAt(file) === 'nothing') return { applied: [], pending: known }
  try {
    const applied = readDatabase(file, (database) => readApplied({ database, where }))
    return { applied, pending: pendingMigrations(known, applied, where) }
  } catch (error) {
    throw openFailure(error, where)
  }
}
