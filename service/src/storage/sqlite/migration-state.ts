import type { DatabaseSync } from 'node:sqlite'
import type { MigrationState } from '../migration-state.ts'
import { pendingMigrations } from '../migrations.ts'
import { openFailure } from './failure.ts'
import { foundAt, locateDatabase } from './location.ts'
import { readApplied, readSqliteMigrations } from './migrate.ts'
import { openReadOnly } from './read-only.ts'

/** As `migrationState`, of the SQLite database at `path`. */
export async function sqliteMigrationState(path: string): Promise<MigrationState> {
  const { file, where } = locateDatabase(path)
  const known = await readSqliteMigrations()
  if (foundAt(file) === 'nothing') return { applied: [], pending: known }
  const opened: DatabaseSync[] = []
  try {
    const database = openReadOnly(file)
    opened.push(database)
    const applied = readApplied({ database, where })
    return { applied, pending: pendingMigrations(known, applied, where) }
  } catch (error) {
    throw openFailure(error, where)
  } finally {
    for (const database of opened) database.close()
  }
}
