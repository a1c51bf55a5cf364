import { formatInterval, median, pairedRatio, TIE } from '../harness/statistics.ts'
import { formatTargetLine, type TargetLine } from '../harness/target-line.ts'
import type { Measurement } from './measurement.ts'

/** A promise about Postern's speed, in processor time per request. */
interface Target {
  readonly promise: string
  readonly own: Side
  /** What it is compared with. */
  readonly other: Side
  /** At most this many times the other, or the other plus this many microseconds. */
  readonly limit: { readonly times: number } | { readonly plus: number }
}

interface Side {
  readonly peer: string
  readonly scenario: string
}

const TARGETS: readonly Target[] = [
  timesOfPeer('postern-node', 'bare-node', 1.05),
  timesOfPeer('postern-node', 'fastify', 0.8),
  timesOfPeer('postern-bun', 'bare-bun', 1.08),
  timesOfPeer('postern-bun', 'elysia', 0.65),
  refusalTarget('postern-node'),
  refusalTarget('postern-bun'),
  preflightTarget('postern-node', 'bare-node'),
  preflightTarget('postern-bun', 'bare-bun'),
]

/** Returns one line per target whose two sides were measured: `met` or `NOT MET`, the promise and the figure. */
export function formatTargets(measurements: readonly Measurement[]): readonly string[] {
  const cpuOf = ({ peer, scenario }: Side) =>
    measurements.find((one) => one.peer.name === peer && one.scenario === scenario)?.cpu
  return TARGETS.flatMap(({ promise, own, other, limit }) => {
    const cpu = cpuOf(own)
    const base = cpuOf(other)
    if (cpu === undefined || base === undefined) return []
    const verdict = 'times' in limit ? judgeTimes(cpu, base, limit.times) : judgePlus(cpu, base, limit.plus)
    return [formatTargetLine({ promise: `${own.peer}, ${own.scenario}: ${promise}`, ...verdict })]
  })
}

function timesOfPeer(own: string, peer: string, times: number): Target {
  const scenario = 'create valid'
  return {
    promise: `at most ${times}× ${peer}`,
    own: { peer: own, scenario },
    other: { peer, scenario },
    limit: { times },
  }
}

function refusalTarget(peer: string): Target {
  return {
    promise: 'no more than a success, a tie included',
    own: { peer, scenario: '422 with two errors' },
    other: { peer, scenario: 'create valid' },
    limit: { times: 1 + TIE },
  }
}

function preflightTarget(own: string, bare: string): Target {
  return {
    promise: 'no more than an empty reply and 1 µs',
    own: { peer: own, scenario: 'preflight' },
    other: { peer: bare, scenario: 'empty reply' },
    limit: { plus: 1 },
  }
}

type Verdict = Pick<TargetLine, 'isMet' | 'figure'>

function judgeTimes(cpu: readonly number[], base: readonly number[], times: number): Verdict {
  const ratio = pairedRatio(cpu, base)
  return { isMet: ratio.median <= times, figure: `${ratio.median.toFixed(2)}× ${formatInterval(ratio)}` }
}

function judgePlus(cpu: readonly number[], base: readonly number[], plus: number): Verdict {
  const more = median(cpu.map((value, round) => value - (base[round] ?? Number.NaN)))
  return { isMet: more <= plus, figure: `${more >= 0 ? '+' : '−'}${Math.abs(more).toFixed(1)} µs` }
}
