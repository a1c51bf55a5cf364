import type { Series } from '../harness/samples-file.ts'
import { median } from '../harness/statistics.ts'
import { formatTargetLine } from '../harness/target-line.ts'
import { isFloor, isPostern } from '../report/comparison.ts'

/** Returns one line per target for start and memory: `met` or `NOT MET`, and the figures. */
export function formatTargets(series: readonly Series[]): string[] {
  const own = series.filter(({ peer }) => peer === 'postern')
  const clone = series.filter(({ peer }) => peer === 'postern, from a clone')
  const starts = [...own, ...clone].filter(({ metric }) => metric === 'time').map(formatStart)
  return [
    ...starts,
    ...own.filter(({ scenario }) => scenario === 'at rest').map((one) => formatRest(one, series)),
  ]
}

/** Milliseconds to the first response. */
const TARGET = 250

function formatStart({ peer, scenario, values }: Series): string {
  const time = median(values)
  return formatTargetLine({
    isMet: time < TARGET,
    promise: `${peer}: first response with ${scenario} below ${TARGET} ms`,
    figure: `${time.toFixed(0)} ms`,
  })
}

function formatRest({ scenario, runtime, values }: Series, series: readonly Series[]): string {
  const own = median(values)
  const peers = series
    .filter((one) => one.scenario === scenario && one.runtime === runtime)
    .filter(({ peer }) => !isPostern(peer) && !isFloor(peer))
    .map((one) => ({ peer: one.peer, memory: median(one.values) }))
    .sort((a, b) => a.memory - b.memory)
  const others = peers.map(({ peer, memory }) => `${peer} ${memory.toFixed(0)}`).join(', ')
  return formatTargetLine({
    isMet: peers.every(({ memory }) => own < memory),
    promise: `memory at rest below every peer on ${runtime}`,
    figure: `${own.toFixed(0)} MB; ${others}`,
  })
}
