import type { MigrationState } from '../storage/migration-state.ts'
import { shownUrl } from './shown-url.ts'

/** Describes what the schema of a database lacks; undefined where it is up to date. */
export function schemaProblem(url: string, { applied, pending }: MigrationState): string | undefined {
  if (pending.length === 0) return undefined
  const shown = shownUrl(url)
  // A misspelt URL would otherwise create an empty database and serve it.
  if (applied.length === 0)
    return `There is no schema at ${shown}; correct DATABASE_URL if there should be one, else run: postern migrate`
  const steps = pending.map(({ name }) => name).join(', ')
  return `The schema of ${shown} is outdated (${steps}); run: postern migrate`
}
