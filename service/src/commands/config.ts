import { describePolicy } from '@postern/contract/cors'
import { Command } from 'commander'
import type { Settings } from '../settings.ts'
import { readSettings } from './read-settings.ts'
import { shownUrl } from './shown-url.ts'
import type { Terminal } from './terminal.ts'
import { unreadLines } from './unread-lines.ts'

/** Prints the settings in effect, secrets masked. */
export function configCommand(terminal: Terminal): Command {
  return new Command('config')
    .description('Show the effective settings; environment variables change them')
    .action(() => {
      const settings = readSettings(terminal)
      for (const [variable, value] of effective(settings)) terminal.print(`${variable}=${value}`)
      for (const line of [...describePolicy(settings.policy), ...unreadLines(settings)]) terminal.print(line)
    })
}

/** Lists every variable of the service's own model, so that none is forgotten. */
function effective({ variables }: Settings): [string, unknown][] {
  return Object.entries(variables).map(([name, value]) => [
    name,
    name === 'DATABASE_URL' ? shownUrl(String(value)) : (value ?? ''),
  ])
}
