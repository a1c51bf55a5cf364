import { describePolicy } from '@postern/contract/cors'
import { Command } from 'commander'
import { parseSettings, type Settings } from '../settings.ts'
import { shownUrl } from './shown-url.ts'
import type { Terminal } from './terminal.ts'

/** Prints the settings that hold, secrets masked. */
export function configCommand(terminal: Terminal): Command {
  return new Command('config')
    .description('Show the effective settings; variables of the environment change them')
    .action(() => {
      const settings = parseSettings(terminal.environment)
      for (const [variable, value] of effective(settings)) terminal.print(`${variable}=${value}`)
      for (const line of describePolicy(settings.policy)) terminal.print(line)
    })
}

function effective({ host, port, databaseUrl, logLevel, posts }: Settings): [string, string | number][] {
  return [
    ['HOST', host],
    ['PORT', port],
    ['DATABASE_URL', shownUrl(databaseUrl)],
    ['LOG_LEVEL', logLevel],
    ['POST_RULES', posts.rules],
    ['POST_BINDING', posts.binding],
    ['POST_RESPONSE', posts.response],
    ['PROHIBITED_WORDS', posts.prohibitedWords.join(',')],
  ]
}
