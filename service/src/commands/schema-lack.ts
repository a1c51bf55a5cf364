import type { MigrationState } from '../storage/migration-state.ts'
import { shownUrl } from './shown-url.ts'

/** What a database's schema lacks, in words; undefined where it is up to date. */
export function schemaLack(url: string, { applied, pending }: MigrationState): string | undefined {
  if (pending.length === 0) return undefined
  // To migrate what a misspelt URL names would make an empty database, and serve that.
  if (applied.length === 0)
    return `There is no schema at ${shownUrl(url)}; correct DATABASE_URL if there should be one, else run: postern migrate`
  const steps = pending.map(({ name }) => name).join(', ')
  return `The schema of ${shownUrl(url)} is old (${steps}); run: postern migrate`
}
