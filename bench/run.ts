import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { assertInstalled } from './harness/installed.ts'
import { chooseSuites, type Suite } from './suites.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    to: { type: 'string' },
  },
})

assertInstalled()
const suites = chooseSuites(values.only)
const minutes = suites.reduce((sum, suite) => sum + (values.quick ? suite.quick : suite.whole).minutes, 0)
console.log(
  [
    `${suites.map(({ name }) => name).join(', ')}: about ${Math.ceil(minutes)} minutes`,
    'on two processors that do nothing else, up to a quarter more where they do.',
    values.quick && values.to === undefined ? 'The kept samples stay as they are.' : '',
  ].join(' '),
)
const QUIET = '--disable-warning=ExperimentalWarning'
const folder = values.to === undefined ? undefined : resolve(values.to)
if (folder !== undefined) mkdirSync(folder, { recursive: true })
const begun = performance.now()
const failed = suites.filter((suite) => !runSuite(suite)).map(({ name }) => name)
run(['report/write.ts', ...(folder === undefined ? [] : ['--to', folder])])
console.log(`Measured in ${minutesSince(begun)} minutes`)
if (failed.length > 0) {
  console.error(`Not measured to the end: ${failed.join(', ')}`)
  process.exitCode = 1
}

/** Returns whether the suite ran to its end; the next ones run in any case. */
function runSuite({ name, command, whole, quick }: Suite): boolean {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const isDone = run([...command, ...(values.quick ? quick : whole).options])
  console.log(`\n== ${name}: ${isDone ? 'measured' : 'FAILED'} after ${minutesSince(start)} minutes`)
  return isDone
}

/** Runs a program in this folder; its samples are stored below --to where that is given. */
function run([file = '', ...options]: readonly string[]): boolean {
  const elsewhere = folder === undefined ? {} : { POSTERN_BENCH_SAMPLES: join(folder, 'samples') }
  const { status } = spawnSync('node', [QUIET, join(import.meta.dirname, file), ...options], {
    stdio: 'inherit',
    env: { ...process.env, ...elsewhere },
  })
  return status === 0
}

function minutesSince(start: number): string {
  return ((performance.now() - start) / 60_000).toFixed(1)
}
