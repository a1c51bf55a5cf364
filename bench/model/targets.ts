import { median, pairedRatio, TIE } from '../harness/statistics.ts'
import { formatTargetLine, type TargetLine } from '../harness/target-line.ts'
import type { CaseResult } from './measure.ts'
import { formatRatio, formatTime } from './report.ts'

/** A promise about speed, compared with the samples of its case. */
export interface Target {
  /** The case it is about. */
  readonly on: string
  readonly promise: string
  /** Returns the figure that decides, and whether it meets the promise. */
  readonly verdict: (result: CaseResult) => Pick<TargetLine, 'isMet' | 'figure'>
}

/** No slower than the fastest of these peers, or tied with it. */
export function asFastAs(on: string, peers: readonly string[]): Target {
  return {
    on,
    promise: 'no slower than the fastest that does the same work',
    verdict: (result) => {
      const ratios = peers.flatMap((peer) => ratioTo(result, peer) ?? [])
      const lowest = ratios.toSorted((a, b) => a.median - b.median)[0]
      if (lowest === undefined) return { isMet: false, figure: 'not measured' }
      return { isMet: lowest.median >= 1 - TIE, figure: describe(lowest) }
    },
  }
}

/** At least `factor` times as fast as a peer; a factor below 1 says how much slower it may be. */
export function timesFasterThan(on: string, peer: string, factor: number): Target {
  return {
    on,
    promise: `at least ${factor}× ${peer}`,
    verdict: (result) => {
      const ratio = ratioTo(result, peer)
      if (ratio === undefined) return { isMet: false, figure: 'not measured' }
      return { isMet: ratio.median >= factor, figure: describe(ratio) }
    },
  }
}

/** Within this many nanoseconds. */
export function within(on: string, limit: number): Target {
  return {
    on,
    promise: `within ${formatTime(limit)}`,
    verdict: ({ samples }) => {
      const figure = median(samples.get(OWN) ?? [])
      return { isMet: figure <= limit, figure: formatTime(figure) }
    },
  }
}

/** Returns one line per target, for the cases that were measured. */
export function formatTargets(targets: readonly Target[], results: readonly CaseResult[]): readonly string[] {
  return targets.flatMap(({ on, promise, verdict }) => {
    const result = results.find(({ name }) => name === on)
    if (result === undefined) return []
    return [formatTargetLine({ promise: `${on}: ${promise}`, ...verdict(result) })]
  })
}

const OWN = 'postern'

interface PeerRatio {
  readonly peer: string
  readonly median: number
  readonly low: number
  readonly high: number
}

function ratioTo({ samples }: CaseResult, peer: string): PeerRatio | undefined {
  const own = samples.get(OWN)
  const other = samples.get(peer)
  return own && other && { peer, ...pairedRatio(other, own) }
}

function describe({ peer, median: middle, low, high }: PeerRatio): string {
  return `${formatRatio(middle)}× ${peer} (${formatRatio(low)} to ${formatRatio(high)})`
}
