import { Command } from 'commander'
import { type MigrationStep, migrationState } from '../storage/migration-state.ts'
import { requireCurrentSchema } from './current-schema.ts'
import { readSettings } from './read-settings.ts'
import type { Terminal } from './terminal.ts'
import { withStorage } from './with-storage.ts'

/** Brings the schema up to date, or shows what would be done. */
export function migrateCommand(terminal: Terminal): Command {
  return new Command('migrate')
    .description('Bring the schema of the database up to date; serve does it too, unless given --no-migrate')
    .option('--check', 'only list the migrations, and exit with 1 if any are pending', false)
    .action(async ({ check }: { check: boolean }) => {
      const settings = readSettings(terminal)
      const state = await migrationState(settings.databaseUrl)
      printSteps(terminal, state.applied, 'applied before')
      if (!check) {
        // Opening the database applies them.
        await withStorage(settings, async () => undefined)
        printSteps(terminal, state.pending, 'applied now')
        return
      }
      printSteps(terminal, state.pending, 'pending')
      requireCurrentSchema(settings.databaseUrl, state)
    })
}

function printSteps({ print }: Terminal, steps: readonly MigrationStep[], outcome: string): void {
  for (const { number, name } of steps) print(`${String(number).padStart(3, '0')} ${name}: ${outcome}`)
}
