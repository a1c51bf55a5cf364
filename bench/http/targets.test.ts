import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measurement } from './measurement.ts'
import { PEERS } from './peers.ts'
import { formatTargets } from './targets.ts'

function measured(name: string, scenario: string, cpu: readonly number[]): Measurement[] {
  const rest = { rate: [], p50: 0, p99: 0, isPaced: true, disturbances: [], wrong: 0 }
  return PEERS.filter((peer) => peer.name === name).map((peer) => ({ scenario, peer, cpu, ...rest }))
}

test('a target compares what both sides cost in the same round', () => {
  const bare = measured('bare-node', 'create valid', [10, 20, 40])
  const within = formatTargets([...bare, ...measured('postern-node', 'create valid', [10.4, 20.8, 41.6])])
  assert.deepEqual(within, [
    'met      postern-node, create valid: at most 1.05× bare-node: 1.04× (1.04 to 1.04)',
  ])
  const beyond = formatTargets([...bare, ...measured('postern-node', 'create valid', [11, 22, 44])])
  assert.match(beyond.join(), /^NOT MET .* 1\.10×/)
})

test('a preflight may cost a microsecond more than an empty reply, not two', () => {
  const empty = measured('bare-bun', 'empty reply', [8, 9, 10])
  const preflight = (more: number) =>
    formatTargets([...empty, ...measured('postern-bun', 'preflight', [8 + more, 9 + more, 10 + more])]).join()
  assert.match(preflight(1), /^met .*\+1\.0 µs$/)
  assert.match(preflight(-1), /^met .*−1\.0 µs$/)
  assert.match(preflight(2), /^NOT MET .*\+2\.0 µs$/)
})

test('what was not measured has no verdict', () => assert.deepEqual(formatTargets([]), []))
