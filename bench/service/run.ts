import { parseArgs } from 'node:util'
import { assertInstalled } from '../harness/installed.ts'
import { assertHeld, assertKnown, numberOf } from '../harness/options.ts'
import { keepsSamples } from '../harness/samples-file.ts'
import { WORKS } from './work.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    database: { type: 'string' },
    quick: { type: 'boolean' },
  },
})

const { database, only, quick = false, ...extent } = values
const databases = ['sqlite', 'postgres'] as const
assertKnown('database', database === undefined ? [] : [database], databases)
assertHeld('work', only ?? '', WORKS)
const durations = {
  rounds: numberOf('rounds', extent.rounds, quick ? 2 : 7),
  warmUp: quick ? 0.5 : 1,
  window: numberOf('seconds', extent.seconds, quick ? 0.4 : 1),
  paced: quick ? 0.5 : 1.5,
}
assertInstalled()
const { compareStorages } = await import('./compare.ts')
await compareStorages({
  databases: databases.filter((name) => name === (database ?? name)),
  only,
  durations,
  counted: quick ? 2000 : 20_000,
  keepsSamples: keepsSamples({
    quick,
    partial: [database, only, extent.rounds, extent.seconds].some((option) => option !== undefined),
  }),
})
