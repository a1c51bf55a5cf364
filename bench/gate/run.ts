import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { assertHeld } from '../harness/options.ts'
import { readBaseline, thisEngine, writeBaseline } from './baseline.ts'
import { countRows } from './count.ts'
import { describeRows, describeUnsettled, judge, otherEngine } from './report.ts'
import { rows as allRows } from './rows.ts'
import { compareFigures, unsettledRows } from './verdict.ts'

const { values } = parseArgs({
  options: { write: { type: 'boolean' }, only: { type: 'string', default: '' } },
})
assertHeld(
  'row',
  values.only,
  allRows.map(({ name }) => name),
)
if (spawnSync('valgrind', ['--version']).status !== 0)
  leave('valgrind is missing; install the Debian package valgrind')
const isAsked = (name: string) => name.includes(values.only)
const rows = allRows.filter(({ name }) => isAsked(name))
if (values.write === true && values.only !== '') leave('--write keeps all rows; leave --only away')
// A signal that ends this process still ends the programs under the counter.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
console.log(`Counting ${rows.length} rows three times; some minutes`)
if (values.write === true) await keep()
else await compare()

async function keep(): Promise<void> {
  const counted = await countRows(rows)
  const unsettled = describeUnsettled(unsettledRows(counted))
  if (unsettled !== undefined) leave(unsettled)
  writeBaseline({ engine: thisEngine, rows: counted })
  console.log(`${rows.length} counts of ${thisEngine} kept in bench/gate/baseline.json`)
}

async function compare(): Promise<void> {
  const baseline = readBaseline()
  const other = otherEngine(baseline, thisEngine)
  if (other !== undefined) leave(other)
  const counted = await countRows(rows)
  const kept = Object.fromEntries(Object.entries(baseline.rows).filter(([name]) => isAsked(name)))
  const outcome = compareFigures(counted, kept)
  const { lines, failed } = judge(outcome, unsettledRows(counted))
  console.log([describeRows(outcome), ...lines].join('\n'))
  if (failed) process.exitCode = 1
}

function leave(reason: string): never {
  console.error(reason)
  process.exit(1)
}
