import { Command } from 'commander'
import { backupDatabase } from '../storage/backup.ts'
import { counted } from './counted.ts'
import { readSettings } from './read-settings.ts'
import type { Terminal } from './terminal.ts'

/** Copies the database to a file while it is in use. */
export function backupCommand(terminal: Terminal): Command {
  return new Command('backup')
    .description('Copy the database to a file, even while it is being served, and verify the copy')
    .argument('<file>', 'the file to write')
    .option('--overwrite', 'replace the file if it exists', false)
    .addHelpText('after', '\nRestore it with: postern restore FILE. For PostgreSQL, use pg_dump.')
    .action(async (file: string, { overwrite }: { overwrite: boolean }) => {
      const { databaseUrl } = readSettings(terminal)
      const { bytes, posts, users } = await backupDatabase(databaseUrl, file, { overwrite })
      terminal.print(
        `${file}: ${counted(posts, 'post')}, ${counted(users, 'user')}, ${bytes} bytes, verified`,
      )
    })
}
