import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
    samples: { type: 'string' },
    here: { type: 'boolean' },
    quick: { type: 'boolean' },
  },
})

const cases = [...Object.values(validationCases), ...serializationCases].map(({ name }) => name)
assertHeld('case', values.only ?? '', [...new Set(cases)])
const rounds = numberOf('rounds', values.rounds, values.quick === true ? 5 : 31)
assertInstalled()
const { compareModels } = await import('./compare.ts')
const folder = mkdtempSync(join(tmpdir(), 'postern-models-'))
const samples = values.samples ?? join(folder, 'samples.json')
const load = watchLoad()
const targets = compareModels({
  samples,
  rounds,
  ...(values.only !== undefined && { only: values.only }),
})
const partial = values.only !== undefined || values.rounds !== undefined
if (keepsSamples({ quick: values.quick, partial })) keepModelSamples({ file: samples, load: load(), targets })
rmSync(folder, { recursive: true })
if (values.here !== true) runOnBun()

/** The same comparison on the other engine, below this one's. */
function runOnBun(): void {
  console.log('')
  const options = process.argv.slice(2).filter((option) => !option.startsWith('--samples'))
  const { error, status } = spawnSync('bun', [import.meta.filename, ...options, '--here'], {
    stdio: 'inherit',
  })
  if (error !== undefined) console.log(`Bun could not be started (${error.message}); npm ci installs it`)
  if (status !== 0) process.exitCode = 1
}
