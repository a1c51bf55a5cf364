import { Command } from 'commander'
import { createApp } from '../app.ts'
import { createContract } from '../contract.ts'
import { createLog } from '../operations/log.ts'
import type { Settings } from '../settings.ts'
import { runTrials, type Trial } from '../trials/run-trials.ts'
import { readSettings } from './read-settings.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { withStorage } from './with-storage.ts'

/** Tries every operation against the document, in this process and over a database that is gone afterwards. */
export function checkCommand(terminal: Terminal): Command {
  return new Command('check')
    .description('Try every operation, well and badly, and compare its answers with the document')
    .addHelpText('after', '\nIt uses a database in memory and changes nothing: no record, no file, no port.')
    .action(async () => {
      const trials = await runTrialsWith(readSettings(terminal))
      for (const line of trials.flatMap(trialLines)) terminal.print(line)
      const tried = trials.filter(({ skipped }) => skipped === undefined).length
      const failed = trials.filter(({ problems }) => problems.length > 0).length
      if (failed > 0)
        throw new CommandError(`${failed} of ${tried} operations do not do what the document says`)
      terminal.print(`${tried} operations do what the document says`)
    })
}

function runTrialsWith(settings: Settings): Promise<readonly Trial[]> {
  const now = () => new Date()
  const log = createLog({ level: 'silent', readable: false, write: () => undefined })
  return withStorage({ databaseUrl: 'sqlite::memory:' }, async (storage) => {
    // Where POST stores nothing, there is a post to read all the same.
    await storage.posts.create({ title: 'Hello', content: '', tags: [], priority: null, author_id: null })
    // The trials are no client: what an installation lets one do in a minute is not tried.
    const limits = { ...settings.limits, rates: undefined }
    const app = { settings: { ...settings, limits }, storage, now, log, isStopping: () => false }
    return runTrials(createContract(settings.posts), createApp(app))
  })
}

function trialLines({ operation, place, statuses, problems, skipped }: Trial): readonly string[] {
  const name = operation.padEnd(14)
  if (skipped !== undefined) return [`skip ${name} ${place}: ${skipped}`]
  const verdict = problems.length === 0 ? 'ok  ' : 'FAIL'
  return [`${verdict} ${name} ${place}: ${statuses.join(' and ')}`, ...problems.map((line) => `     ${line}`)]
}
