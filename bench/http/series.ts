import type { Series } from '../harness/samples-file.ts'
import type { Measurement } from './measurement.ts'
import type { Peer } from './peers.ts'

/** Megabytes resident after each group of scenarios. */
export interface MemoryOfPeer {
  readonly peer: Peer
  readonly megabytes: readonly number[]
}

/** Converts measurements to series of the samples file; latencies only of those that kept the pace. */
export function seriesOf(
  suite: string,
  measurements: readonly Measurement[],
  memory: readonly MemoryOfPeer[],
): readonly Series[] {
  const measured = measurements.flatMap(({ scenario, peer, cpu, rate, p50, p99, isPaced }): Series[] => {
    const about = { suite, scenario, peer: peer.title, runtime: peer.runtime }
    const latencies: Series[] = [
      { ...about, metric: 'p50', unit: 'ms', values: [p50] },
      { ...about, metric: 'p99', unit: 'ms', values: [p99] },
    ]
    return [
      { ...about, metric: 'cpu', unit: 'µs', values: cpu.map((value) => round(value, 2)) },
      { ...about, metric: 'rate', unit: 'requests/s', values: rate.map((value) => round(value, 0)) },
      ...(isPaced ? latencies : []),
    ]
  })
  const resident = memory.map(
    ({ peer, megabytes }): Series => ({
      suite,
      scenario: 'after load',
      peer: peer.title,
      runtime: peer.runtime,
      metric: 'memory',
      unit: 'MB',
      values: megabytes,
    }),
  )
  return [...measured, ...resident]
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
