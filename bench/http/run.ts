import { parseArgs } from 'node:util'
import { assertInstalled } from '../harness/installed.ts'
import { assertHeld, assertKnown, numberOf } from '../harness/options.ts'
import { keepsSamples } from '../harness/samples-file.ts'
import { PEERS } from './peers.ts'
import { scenariosOf } from './scenarios.ts'

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

const { storage = false, quick = false, only, ...parts } = values
const suite = storage ? 'storage' : 'http'
const peers = parts.peers?.split(',')
assertKnown(
  'peer',
  peers ?? [],
  PEERS.map(({ name }) => name),
)
const names = scenariosOf(suite).flatMap(({ name, group }) => [name, group])
assertHeld('scenario or group', only ?? '', [...new Set(names)])
// A write waits for the disk, so windows differ more from each other.
const window = quick ? 0.4 : storage ? 0.8 : 0.6
const starts = numberOf('starts', parts.starts, quick ? 1 : 3)
const durations = {
  rounds: numberOf('rounds', parts.rounds, quick ? 2 : 3),
  warmUp: quick ? 0.5 : 0.75,
  window: numberOf('seconds', parts.seconds, window),
  paced: quick ? 0.5 : 0.6,
}
assertInstalled()
const { compareServers } = await import('./compare.ts')
await compareServers({
  suite,
  only,
  peers,
  starts,
  durations,
  keepsSamples: keepsSamples({ quick, partial: only !== undefined || Object.keys(parts).length > 0 }),
})
