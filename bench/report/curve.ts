import type { SamplesFile, Series } from '../harness/samples-file.ts'
import { median } from '../harness/statistics.ts'

/** How a cost grows: one scenario on one runtime, with one line per peer. */
export interface Curve {
  readonly suite: string
  readonly scenario: string
  readonly runtime: Series['runtime']
  readonly metric: Series['metric']
  readonly unit: string
  readonly lines: readonly CurveLine[]
}

/** The points of a peer. */
export interface CurveLine {
  readonly peer: string
  /** From the smallest to the largest x. */
  readonly points: readonly (readonly [x: number, y: number])[]
  /** The slope in a doubly logarithmic plot from the first point to the last: 0 is flat, 1 linear, 2 quadratic. */
  readonly exponent: number
}

/** Returns the growth curves of a samples file, in the order of measurement. */
export function curvesOf({ suite, series }: SamplesFile): Curve[] {
  const growing = series.filter(({ at }) => at !== undefined)
  const groups = Map.groupBy(growing, ({ scenario, runtime, metric }) =>
    JSON.stringify([scenario, runtime, metric]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { scenario, runtime, metric, unit } = first
    const peers = Map.groupBy(group, ({ peer }) => peer)
    const lines = [...peers].map(([peer, points]) => lineOf(peer, points))
    return [{ suite, scenario, runtime, metric, unit, lines }]
  })
}

/** Returns the meaning of an exponent for readers. */
export function shapeOf(exponent: number): string {
  if (Number.isNaN(exponent)) return '–'
  if (exponent < 0.15) return 'flat'
  if (exponent < 0.85) return 'less than linear'
  return exponent <= 1.15 ? 'linear' : 'MORE THAN LINEAR'
}

function lineOf(peer: string, series: readonly Series[]): CurveLine {
  const points = series
    .map(({ at = 0, values }): [number, number] => [at, median(values)])
    .sort(([a], [b]) => a - b)
  return { peer, points, exponent: exponentOf(points.at(0), points.at(-1)) }
}

function exponentOf(first?: readonly [number, number], last?: readonly [number, number]): number {
  if (first === undefined || last === undefined) return Number.NaN
  return Math.log(last[1] / first[1]) / Math.log(last[0] / first[0])
}
