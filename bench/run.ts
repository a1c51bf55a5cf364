import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assertInstalled } from './harness/installed.ts'

const SUITES: readonly (readonly string[])[] = [
  ['model/run.ts'],
  ['types/run.ts'],
  ['bundle/run.ts'],
  ['cors/run.ts'],
  ['http/run.ts'],
  ['http/run.ts', '--storage'],
  ['service/run.ts'],
  ['growth/run.ts'],
  ['start/run.ts'],
]
/** Those that know `--quick`; the others take `--rounds` or are short. */
const QUICK = ['http/run.ts', 'service/run.ts', 'growth/run.ts', 'start/run.ts']

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

assertInstalled()
console.log(
  values.quick
    ? 'A short look at everything; about half an hour. The kept samples stay as they are.'
    : 'Everything is measured; about three hours, on a machine with two processors that does nothing else.',
)
const failed = SUITES.filter((suite) => !runSuite(suite)).map((suite) => suite.join(' '))
runSuite(['report/write.ts'])
if (failed.length > 0) {
  console.error(`Not measured to the end: ${failed.join(', ')}`)
  process.exitCode = 1
}

/** Whether the suite ran to its end; the next ones run in any case. */
function runSuite([file = '', ...options]: readonly string[]): boolean {
  console.log(`\n== ${[file, ...options].join(' ')}`)
  const quick = !values.quick
    ? []
    : QUICK.includes(file)
      ? ['--quick']
      : file === 'model/run.ts'
        ? ['--rounds=5']
        : []
  const { status } = spawnSync('node', [join(import.meta.dirname, file), ...options, ...quick], {
    stdio: 'inherit',
  })
  return status === 0
}
