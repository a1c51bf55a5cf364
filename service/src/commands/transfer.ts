import { Command } from 'commander'
import { transferRecords } from '../storage/transfer.ts'
import { counted } from './counted.ts'
import { readSettings } from './read-settings.ts'
import { shownUrl } from './shown-url.ts'
import type { Progress, Terminal } from './terminal.ts'

/** Writes all records into another database. */
export function transferCommand(terminal: Terminal): Command {
  return new Command('transfer')
    .description(
      'Write all records into another, empty database, of the other kind too; stop the service first',
    )
    .argument('<url>', 'the other database, written as DATABASE_URL')
    .addHelpText(
      'after',
      '\nIds, passwords, sessions and used keys stay what they are. The database of DATABASE_URL is only read.' +
        '\n\n  postern transfer postgres://postern:…@db.example/postern   from SQLite to PostgreSQL',
    )
    .action(async (url: string) => {
      const { databaseUrl } = readSettings(terminal)
      let progress: Progress | undefined
      const begin = async (total: number) => {
        progress = await terminal.startProgress('transfer', total)
      }
      const advance = (written: number) => progress?.advance(written)
      try {
        const counts = await transferRecords(databaseUrl, url, { now: () => new Date(), begin, advance })
        const { posts, users, sessions, idempotency_keys: keys } = counts
        const held = [
          counted(posts, 'post'),
          counted(users, 'user'),
          counted(sessions, 'session'),
          counted(keys, 'used key'),
        ].join(', ')
        terminal.print(`${shownUrl(url)}: ${held}, from ${shownUrl(databaseUrl)}`)
      } finally {
        progress?.finish()
      }
    })
}
