import { type Contract, describeContract } from '@postern/contract'
import type { Policy } from '@postern/contract/cors'
import { Command } from 'commander'
import { createApp } from '../app.ts'
import { createContract } from '../contract.ts'
import { createLog } from '../operations/log.ts'
import type { Settings } from '../settings.ts'
import { runPageTrials } from '../trials/page-trials.ts'
import { runTrials, type Trial } from '../trials/run-trials.ts'
import { readSettings } from './read-settings.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { withStorage } from './with-storage.ts'

/**
 * Tries every operation against the document, in this process over a temporary database, and compares the document with
 * the policy.
 */
export function checkCommand(terminal: Terminal): Command {
  return new Command('check')
    .description(
      'Try every operation with good and bad requests, compare the responses with the document, and report what pages of other origins may do',
    )
    .addHelpText('after', '\nIt uses a database in memory and changes nothing: no record, no file, no port.')
    .action(async () => {
      const settings = readSettings(terminal)
      const declared = createContract(settings.posts)
      const trials = await runTrialsWith(settings, declared)
      const width = nameWidth(trials)
      for (const line of trials.flatMap((trial) => trialLines(trial, width))) terminal.print(line)
      const tried = trials.filter(({ skipped }) => skipped === undefined).length
      const failed = trials.filter(({ problems }) => problems.length > 0).length
      if (failed > 0)
        throw new CommandError(`${failed} of ${tried} operations do not do what the document says`)
      terminal.print(`${tried} operations do what the document says`)
      for (const line of pageLines(declared, settings.policy)) terminal.print(line)
    })
}

function runTrialsWith(settings: Settings, declared: Contract): Promise<readonly Trial[]> {
  const now = () => new Date()
  const log = createLog({ level: 'silent', readable: false, write: () => undefined })
  return withStorage({ databaseUrl: 'sqlite::memory:' }, async (storage) => {
    // Even where POST stores nothing, there has to be a post to read.
    await storage.posts.create({ title: 'Hello', content: '', tags: [], priority: null, author_id: null })
    // The trials are not a client: the rate limits of the installation do not apply to them.
    const limits = { ...settings.limits, rates: undefined }
    const app = { settings: { ...settings, limits }, storage, now, log, isStopping: () => false }
    return runTrials(declared, createApp(app))
  })
}

function nameWidth(named: readonly { readonly operation: string }[]): number {
  return Math.max(...named.map(({ operation }) => operation.length))
}

function trialLines(
  { operation, place, statuses, problems, skipped }: Trial,
  width: number,
): readonly string[] {
  const name = operation.padEnd(width)
  if (skipped !== undefined) return [`skip ${name} ${place}: ${skipped}`]
  const verdict = problems.length === 0 ? 'ok  ' : 'FAIL'
  return [`${verdict} ${name} ${place}: ${statuses.join(' and ')}`, ...problems.map((line) => `     ${line}`)]
}

/** An installation may forbid pages something on purpose, so this is reported but is not a failure. */
function pageLines(declared: Contract, policy: Policy): readonly string[] {
  const [origin = policy.anyOrigin ? 'https://app.example.com' : undefined] = policy.origins
  if (origin === undefined)
    return [
      policy.originRegex === undefined
        ? 'No page of another origin may call them'
        : 'To see what pages may call, run postern cors --origin with an origin that the pattern matches',
    ]
  const trials = runPageTrials(describeContract(declared), policy, origin)
  const hindered = trials.filter(({ obstacles }) => obstacles.length > 0)
  const width = nameWidth(hindered)
  return [
    ...hindered.map(
      ({ operation, place, obstacles }) =>
        `note ${operation.padEnd(width)} ${place}: ${obstacles.join('; ')}`,
    ),
    `Pages of ${origin} may do everything that the document describes at ${trials.length - hindered.length} of ${trials.length} paths and methods`,
  ]
}
