import { formatShare } from '../harness/statistics.ts'
import { formatTable } from '../harness/table.ts'
import type { Baseline } from './baseline.ts'
import { type Comparison, type Outcome, SETTLED, TOLERANCE } from './verdict.ts'

const RENEW = 'npm run bench:gate -- --write'

/** The final result of the gate. */
export interface Verdict {
  readonly lines: readonly string[]
  readonly failed: boolean
}

/**
 * Returns the message that ends the gate where the stored counts are from another engine; undefined where they are from
 * this one.
 */
export function otherEngine({ engine }: Baseline, current: string): string | undefined {
  if (engine === current) return undefined
  return `The kept counts are of ${engine}, this is ${current}; count with that one, or renew them: ${RENEW}`
}

/** Formats a table of all rows that are on both sides. */
export function describeRows({ comparisons }: Outcome): string {
  const rows = comparisons.map(({ name, now, kept, change }) => [
    name,
    String(now.instructions),
    formatShare(now.spread),
    String(kept.instructions),
    formatShare(kept.spread),
    signed(change),
  ])
  return formatTable(['Instructions a turn', 'now', 'spread', 'kept', 'spread', 'change'], rows)
}

/**
 * Reports growth, reductions and rows that cannot be judged. Growth, a row without its pair and an unsettled row fail;
 * less work does not.
 */
export function judge(outcome: Outcome, unsettled: readonly string[]): Verdict {
  const because = `Find the commit, or keep the new counts with a reason: ${RENEW}`
  const failures = [
    listed('More work than before', changesOf(outcome, 'grown'), because),
    listed('Counted, but not kept', outcome.unkept, `Keep it: ${RENEW}`),
    listed('Kept, but not counted', outcome.uncounted, `If it was dropped on purpose: ${RENEW}`),
    describeUnsettled(unsettled),
  ].filter((line) => line !== undefined)
  const shrunk = listed(
    'Less work than before',
    changesOf(outcome, 'shrunk'),
    `Keep the new counts: ${RENEW}`,
  )
  const lines = shrunk === undefined ? failures : [...failures, shrunk]
  const same = `No row changed by more than its spread and ${formatShare(TOLERANCE)}`
  return { lines: lines.length === 0 ? [same] : lines, failed: failures.length > 0 }
}

/** Reports rows that cannot be judged; undefined where there are none. */
export function describeUnsettled(names: readonly string[]): string | undefined {
  const limit = formatShare(SETTLED)
  return listed(`Takes differ by more than ${limit}`, names, 'Warm it up for longer in bench/gate/rows.ts')
}

function changesOf({ comparisons }: Outcome, which: Comparison['verdict']): readonly string[] {
  return comparisons
    .filter(({ verdict }) => verdict === which)
    .map(({ name, change }) => `${name} ${signed(change)}`)
}

function listed(what: string, names: readonly string[], advice: string): string | undefined {
  return names.length === 0 ? undefined : `${what}: ${names.join(', ')}. ${advice}`
}

function signed(share: number): string {
  return `${share < 0 ? '' : '+'}${formatShare(share)}`
}
