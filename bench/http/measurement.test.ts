import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinStarts, type Measurement } from './measurement.ts'
import { PEERS, type Peer } from './peers.ts'

const [one, other] = PEERS
assert.ok(one !== undefined && other !== undefined)

test('the rounds of several starts form one list, in which those of peers stay aligned', () => {
  const starts = [
    [measured(one, { cpu: [1, 2], p50: 5 }), measured(other, { cpu: [10, 20], p50: 1 })],
    [measured(one, { cpu: [3, 4], p50: 7, isPaced: false }), measured(other, { cpu: [30, 40], p50: 1 })],
    [measured(one, { cpu: [5, 6], p50: 6, wrong: 2 }), measured(other, { cpu: [50, 60], p50: 1 })],
  ]
  const joined = joinStarts(starts)
  assert.deepEqual(
    joined.map(({ peer, cpu, p50, isPaced, wrong }) => [peer, cpu, p50, isPaced, wrong]),
    [
      [one, [1, 2, 3, 4, 5, 6], 6, false, 2],
      [other, [10, 20, 30, 40, 50, 60], 1, true, 0],
    ],
  )
})

function measured(peer: Peer, figures: Partial<Measurement>): Measurement {
  const blank = { cpu: [], rate: [], p50: 0, p99: 0, isPaced: true, disturbances: [], wrong: 0 }
  return { scenario: 'read one', peer, ...blank, ...figures }
}
