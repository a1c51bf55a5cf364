import { Command } from 'commander'
import { restoreDatabase } from '../storage/backup.ts'
import { counted } from './counted.ts'
import { readSettings } from './read-settings.ts'
import type { Terminal } from './terminal.ts'

/** Replaces the database with a backup. */
export function restoreCommand(terminal: Terminal): Command {
  return new Command('restore')
    .description('Replace the database with a backup; stop the service first')
    .argument('<file>', 'a file that postern backup wrote')
    .addHelpText('after', '\nThe backup is verified first, and what it replaces is kept beside it.')
    .action(async (file: string) => {
      const { databaseUrl } = readSettings(terminal)
      const { posts, users, replaced } = await restoreDatabase(file, databaseUrl)
      terminal.print(
        `${databaseUrl}: ${counted(posts, 'post')}, ${counted(users, 'user')}, restored from ${file}`,
      )
      if (replaced !== undefined) terminal.print(`What was there before is in ${replaced}`)
    })
}
