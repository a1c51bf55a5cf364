import { Command } from 'commander'
import { migrationState } from '../storage/migration-state.ts'
import { readSettings } from './read-settings.ts'
import { schemaLack } from './schema-lack.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { withStorage } from './with-storage.ts'

/** Brings the schema up to date, or shows what would be done. */
export function migrateCommand(terminal: Terminal): Command {
  return new Command('migrate')
    .description('Bring the schema of the database up to date; serve does it too, unless given --no-migrate')
    .option('--check', 'only list the migrations, and exit with 1 if any are pending', false)
    .action(async ({ check }: { check: boolean }) => {
      const settings = readSettings(terminal)
      const state = await migrationState(settings.databaseUrl)
      const { applied, pending } = state
      for (const { number, name } of applied) terminal.print(`${numbered(number)} ${name}: applied before`)
      if (!check) await withStorage(settings, async () => undefined)
      for (const { number, name } of pending) {
        terminal.print(`${numbered(number)} ${name}: ${check ? 'pending' : 'applied now'}`)
      }
      const lack = schemaLack(settings.databaseUrl, state)
      if (check && lack !== undefined) throw new CommandError(lack)
    })
}

function numbered(number: number): string {
  return String(number).padStart(3, '0')
}
