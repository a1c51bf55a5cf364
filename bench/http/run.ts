import { parseArgs } from 'node:util'
import { assertInstalled } from '../harness/installed.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    peers: { type: 'string' },
    storage: { type: 'boolean' },
    quick: { type: 'boolean' },
  },
})

assertInstalled()
const { compareServers } = await import('./compare.ts')
const quick = values.quick === true
const isWhole = !quick && values.only === undefined && values.peers === undefined
await compareServers({
  suite: values.storage === true ? 'storage' : 'http',
  only: values.only,
  peers: values.peers?.split(','),
  durations: {
    rounds: Number(values.rounds ?? (quick ? 3 : 7)),
    warmUp: quick ? 1 : 2,
    window: Number(values.seconds ?? (quick ? 1 : 1.5)),
    paced: quick ? 1 : 2,
  },
  keepsSamples: isWhole,
})
