import type { MigrationState } from '../storage/migration-state.ts'
import { shownUrl } from './shown-url.ts'
import { CommandError } from './terminal.ts'

/** Throws a `CommandError` that says what the schema of a database lacks, unless it is up to date. */
export function requireCurrentSchema(url: string, { applied, pending }: MigrationState): void {
  if (pending.length === 0) return
  const shown = shownUrl(url)
  // A misspelt URL would otherwise create an empty database and serve it.
  if (applied.length === 0) {
    const advice = 'correct DATABASE_URL if there should be one, else run: postern migrate'
    throw new CommandError(`There is no schema at ${shown}; ${advice}`)
  }
  const steps = pending.map(({ name }) => name).join(', ')
  throw new CommandError(`The schema of ${shown} is outdated (${steps}); run: postern migrate`)
}
