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
      'Copy all records into another, empty database, of the same kind or the other; stop the service first',
    )
    .argument('<url>', 'the URL of the other database, in the form of DATABASE_URL')
    .addHelpText(
      'after',
      '\nIds, passwords, sessions and idempotency keys stay the same. The database of DATABASE_URL is only read.' +
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
          counted(keys, 'idempotency key'),
        ].join(', ')
        terminal.print(`${shownUrl(url)}: ${held}, from ${shownUrl(databaseUrl)}`)
      } finally {
        progress?.finish()
      }
    })
}
