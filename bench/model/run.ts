import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { assertInstalled } from '../harness/installed.ts'
import { watchLoad } from '../harness/machine.ts'
import { assertHeld, numberOf } from '../harness/options.ts'
import { keepsSamples } from '../harness/samples-file.ts'
import { serializationCases, validationCases } from './cases.ts'
import { keepModelSamples } from './keep-samples.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    here: { type: 'boolean' },
    quick: { type: 'boolean' },
  },
})

const cases = [...Object.values(validationCases), ...serializationCases].map(({ name }) => name)
assertHeld('case', values.only ?? '', [...new Set(cases)])
const rounds = numberOf('rounds', values.rounds, values.quick === true ? 5 : 31)
assertInstalled()
const { compareModels } = await import('./compare.ts')
const load = watchLoad()
const comparison = compareModels({ rounds, ...(values.only !== undefined && { only: values.only }) })
const partial = values.only !== undefined || values.rounds !== undefined
if (keepsSamples({ quick: values.quick, partial })) keepModelSamples(comparison, load())
if (values.here !== true) runOnBun()

/** Runs the same comparison on the other engine, below the one for this engine. */
function runOnBun(): void {
  console.log('')
  const { error, status } = spawnSync('bun', [import.meta.filename, ...process.argv.slice(2), '--here'], {
    stdio: 'inherit',
  })
  if (error !== undefined) console.log(`Bun could not be started (${error.message}); npm ci installs it`)
  if (status !== 0) process.exitCode = 1
}
