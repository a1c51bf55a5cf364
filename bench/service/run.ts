import { parseArgs } from 'node:util'
import { assertInstalled } from '../harness/installed.ts'
import { keepsSamples } from '../harness/samples-file.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    database: { type: 'string' },
    quick: { type: 'boolean' },
  },
})

assertInstalled()
const { compareStorages } = await import('./compare.ts')
const quick = values.quick === true
await compareStorages({
  databases: (['sqlite', 'postgres'] as const).filter((name) => name === (values.database ?? name)),
  only: values.only,
  durations: {
    rounds: Number(values.rounds ?? (quick ? 2 : 7)),
    warmUp: quick ? 0.5 : 1,
    window: Number(values.seconds ?? (quick ? 0.4 : 1)),
    paced: quick ? 0.5 : 1.5,
  },
  counted: quick ? 2000 : 20_000,
  keepsSamples: keepsSamples({
    quick,
    partial: values.only !== undefined || values.database !== undefined,
  }),
})
