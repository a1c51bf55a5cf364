import { parseArgs } from 'node:util'
import { assertInstalled } from '../harness/installed.ts'
import { keepsSamples } from '../harness/samples-file.ts'

const { values } = parseArgs({
  options: {
    starts: { type: 'string' },
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
const partial = values.only !== undefined || values.peers !== undefined
// A write waits for the disk, which differs more from one window to the next.
const suite = values.storage === true ? 'storage' : 'http'
const window = quick ? 0.4 : suite === 'storage' ? 0.8 : 0.6
await compareServers({
  suite,
  only: values.only,
  peers: values.peers?.split(','),
  starts: Number(values.starts ?? (quick ? 1 : 3)),
  durations: {
    rounds: Number(values.rounds ?? (quick ? 2 : 3)),
    warmUp: quick ? 0.5 : 0.75,
    window: Number(values.seconds ?? window),
    paced: quick ? 0.5 : 0.6,
  },
  keepsSamples: keepsSamples({ quick, partial }),
})
