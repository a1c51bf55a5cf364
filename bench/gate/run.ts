import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assertInstalled } from '../harness/installed.ts'
import { formatTable } from '../harness/table.ts'
import { countInstructions } from './count.ts'
import { workNames } from './work.ts'

/** The kept counts, and the engine they are of. */
interface Baseline {
  readonly node: string
  readonly v8: string
  readonly instructions: Readonly<Record<string, number>>
}

/** A count may grow by this share: what the same program differs by between runs is below it. */
const ALLOWED = 0.03
const file = join(import.meta.dirname, 'baseline.json')

assertInstalled()
assertValgrind()
const { values } = parseArgs({ options: { write: { type: 'boolean' } } })
const { node, v8 } = process.versions
const counted: Record<string, number> = {}
for (const name of workNames) counted[name] = await countInstructions(name)
if (values.write === true) write({ node, v8, instructions: counted })
else compare(readBaseline())

function assertValgrind(): void {
  if (spawnSync('valgrind', ['--version']).status === 0) return
  console.error('valgrind is missing; install the Debian package valgrind')
  process.exit(2)
}

function write(baseline: Baseline): void {
  writeFileSync(file, `${JSON.stringify(baseline, null, 2)}\n`)
  console.log(`${Object.keys(baseline.instructions).length} counts kept in bench/gate/baseline.json`)
}

function readBaseline(): Baseline {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function compare({ node: kept, instructions }: Baseline): void {
  const rows = Object.entries(counted).map(([name, count]) => {
    const before = instructions[name]
    const ratio = before === undefined ? Number.NaN : count / before
    return { name, count, before, ratio }
  })
  const shown = rows.map(({ name, count, before, ratio }) => [
    name,
    String(count),
    String(before ?? 'new'),
    ratio.toFixed(3),
  ])
  console.log(formatTable(['Instructions a turn', 'now', 'kept', 'ratio'], shown))
  if (kept !== node) {
    console.log(
      `The kept counts are of Node ${kept}, this is ${node}; renew them: npm run bench:gate -- --write`,
    )
    return
  }
  const grown = rows.filter(({ ratio }) => ratio > 1 + ALLOWED).map(({ name }) => name)
  if (grown.length === 0) return
  console.error(
    `More work than before: ${grown.join(', ')}. Find the commit, or keep the new counts with a reason: npm run bench:gate -- --write`,
  )
  process.exitCode = 1
}
