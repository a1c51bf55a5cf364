import { Command } from 'commander'
import { createLog } from '../operations/log.ts'
import { startService } from '../service.ts'
import { parseSettings } from '../settings.ts'
import { startLines } from './start-lines.ts'
import type { Terminal } from './terminal.ts'
import { variableLines } from './variable-lines.ts'

/** Serves until the process is asked to stop; then finishes what was begun. */
export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description('Serve posts and users over HTTP')
    .option('--host <address>', 'the address to listen on, before HOST')
    .option('--port <number>', 'the port to listen on, before PORT')
    .option('--database <url>', 'where records are kept, before DATABASE_URL')
    .addHelpText('after', ['', 'Environment:', ...variableLines()].join('\n'))
    .action(async ({ host, port, database }: { host?: string; port?: string; database?: string }) => {
      const given = { HOST: host, PORT: port, DATABASE_URL: database }
      const flags = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      await serve(terminal, { ...terminal.environment, ...flags })
    })
}

async function serve(terminal: Terminal, environment: Terminal['environment']): Promise<void> {
  const settings = parseSettings(environment)
  const log = createLog({
    level: settings.logLevel,
    readable: terminal.isReadable,
    write: terminal.writeLog,
  })
  const stopSignal = terminal.stopSignal()
  const service = await startService({ settings, log, now: () => new Date() })
  for (const line of startLines(settings, service)) terminal.print(line)
  const signal = await stopSignal
  terminal.print(`${signal}: finishing what was begun`)
  await service.stop()
  terminal.print('Stopped')
}
