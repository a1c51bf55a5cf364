import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { assertInstalled } from '../harness/installed.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    samples: { type: 'string' },
    here: { type: 'boolean' },
  },
})

assertInstalled()
const { compareModels } = await import('./compare.ts')
compareModels({
  ...(values.only !== undefined && { only: values.only }),
  ...(values.rounds !== undefined && { rounds: Number(values.rounds) }),
  ...(values.samples !== undefined && { samples: values.samples }),
})
if (values.here !== true) runOnBun()

/** The same comparison on the other engine, below this one's. */
function runOnBun(): void {
  console.log('')
  const options = process.argv.slice(2).filter((option) => !option.startsWith('--samples'))
  const { error } = spawnSync('bun', [import.meta.filename, ...options, '--here'], { stdio: 'inherit' })
  if (error !== undefined) console.log(`Bun could not be started (${error.message}); npm ci installs it`)
}
