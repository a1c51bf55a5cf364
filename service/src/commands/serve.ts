import { Command } from 'commander'
import { createLog } from '../operations/log.ts'
import { startService } from '../service.ts'
import type { Settings } from '../settings.ts'
import { migrationState } from '../storage/migration-state.ts'
import { requireCurrentSchema } from './current-schema.ts'
import { readSettings } from './read-settings.ts'
import { startLines } from './start-lines.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { variableLines } from './variable-lines.ts'

/** Serves until the process is asked to stop, then finishes the requests in progress. */
export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description('Serve posts and users over HTTP')
    .option('--host <address>', 'the address to listen on, instead of HOST')
    .option('--port <number>', 'the port to listen on, instead of PORT')
    .option('--database <url>', 'where records are kept, instead of DATABASE_URL')
    .option(
      '--no-migrate',
      'refuse to start if the schema of the database is outdated, instead of migrating it',
    )
    .addHelpText('after', () => ['', 'Environment:', ...variableLines()].join('\n'))
    .action(async ({ host, port, database, migrate }: Flags) => {
      const settings = readSettings(terminal, { HOST: host, PORT: port, DATABASE_URL: database })
      if (!migrate) await assertMigrated(settings)
      await serve(terminal, settings)
    })
}

interface Flags {
  readonly host?: string
  readonly port?: string
  readonly database?: string
  readonly migrate: boolean
}

async function assertMigrated({ databaseUrl }: Settings): Promise<void> {
  if (databaseUrl === 'sqlite::memory:')
    throw new CommandError('A database in memory begins empty and needs its migrations; remove --no-migrate')
  requireCurrentSchema(databaseUrl, await migrationState(databaseUrl))
}

async function serve(terminal: Terminal, settings: Settings): Promise<void> {
  const log = createLog({
    level: settings.logLevel,
    readable: terminal.isReadable,
    write: terminal.writeLog,
  })
  const service = await startService({ settings, log, now: () => new Date() })
  // Until here a signal simply ends the process: a start may wait long for the database and has nothing to finish.
  const stopSignal = terminal.stopSignal()
  for (const line of startLines(settings, service)) terminal.announce(line)
  const signal = await stopSignal
  terminal.announce(`${signal}: finishing open requests`)
  await service.stop()
  terminal.announce('Stopped')
}
