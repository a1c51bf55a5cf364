import type { SamplesFile, Series } from '../harness/samples-file.ts'
import { median, pairedRatio, type Ratio, TIE } from '../harness/statistics.ts'

/** How Postern compares with a peer. */
export type Standing = 'ahead' | 'tied' | 'behind'

/** All measurements of one piece of work on one runtime. */
export interface Comparison {
  readonly suite: string
  readonly scenario: string
  readonly runtime: Series['runtime']
  /** The metric that decides, of those measured. */
  readonly metric: Series['metric']
  readonly unit: string
  /** The lines for the metric that decides. */
  readonly lines: readonly Line[]
  /** All series of the work. */
  readonly series: readonly Series[]
}

/** A peer's figure in a comparison. */
export interface Line {
  readonly peer: string
  /** The median of its rounds. */
  readonly figure: number
  /** How many times Postern's figure it is; absent for Postern itself and where Postern was not measured. */
  readonly ratio?: Ratio
  /** How Postern compares with it; absent without a ratio. */
  readonly standing?: Standing
  /** Whether the interval lies on one side of 1, or it is a tie; absent without a ratio. */
  readonly isCertain?: boolean
}

/**
 * Returns the work in a samples file, except growth curves, in the order of measurement; Python's peers are listed with
 * Postern on Node.
 */
export function compareSeries({ suite, series }: SamplesFile): Comparison[] {
  const groups = Map.groupBy(
    series.filter(({ at }) => at === undefined),
    ({ scenario, runtime }) => JSON.stringify([scenario, beside(runtime)]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const metric = ORDER.find((one) => group.some((line) => line.metric === one))
    if (first === undefined || metric === undefined) return []
    const decisive = group.filter((line) => line.metric === metric)
    const own = OWN.flatMap((name) => decisive.find(({ peer }) => peer === name) ?? [])[0]
    const lines = decisive.map((line) => compareLine(line, own)).sort((a, b) => a.figure - b.figure)
    if (metric === 'rate') lines.reverse()
    const unit = decisive[0]?.unit ?? ''
    const runtime = beside(first.runtime)
    return [{ suite, scenario: first.scenario, runtime, metric, unit, lines, series: group }]
  })
}

/**
 * Returns the family of many small pieces of work that share one table, from a name `a family: a piece`; undefined
 * where the work stands alone.
 */
export function familyOf({ scenario }: Pick<Comparison, 'scenario'>): string | undefined {
  return scenario.includes(': ') ? scenario.slice(0, scenario.indexOf(': ')) : undefined
}

/** Groups the comparisons that share a chart: those of one suite, runtime, metric and unit. Families and counts have no chart. */
export function groupForCharts(comparisons: readonly Comparison[]): readonly (readonly Comparison[])[] {
  const keyOf = ({ suite, runtime, metric, unit }: Comparison) =>
    JSON.stringify([suite, runtime, metric, unit])
  const drawn = comparisons.filter(
    (one) => familyOf(one) === undefined && one.metric !== 'count' && one.metric !== 'size',
  )
  return [...Map.groupBy(drawn, keyOf).values()]
}

/** Whether a peer is Postern, in its usual or another form. */
export function isPostern(peer: string): boolean {
  return /^(postern|service |plain contract )/.test(peer)
}

/** Whether a peer does less than the work: a bare server, a check that returns yes or no, or a writer that filters nothing. */
export function isFloor(peer: string): boolean {
  return peer === 'bare' || peer === 'JSON.stringify' || peer.startsWith('TypeBox check alone')
}

/** The peer that others are compared with, by its name in each suite; the first that was measured. */
const OWN: readonly string[] = [
  'postern',
  'service on SQLite',
  'service on PostgreSQL',
  'postern, contract alone',
]

const ORDER: readonly Series['metric'][] = ['cpu', 'time', 'rate', 'p99', 'p50', 'memory', 'count', 'size']

function beside(runtime: Series['runtime']): Series['runtime'] {
  return runtime === 'python' ? 'node' : runtime
}

function compareLine({ peer, metric, values }: Series, own: Series | undefined): Line {
  const figure = median(values)
  if (own === undefined || peer === own.peer) return { peer, figure }
  const ratio = pairedRatio(values, own.values)
  const standing = standingOf(ratio, metric)
  const isCertain = standing === 'tied' || ratio.low > 1 || ratio.high < 1
  return { peer, figure, ratio, standing, isCertain }
}

function standingOf({ median: middle }: Ratio, metric: Series['metric']): Standing {
  if (Math.abs(middle - 1) < TIE) return 'tied'
  return middle > 1 === (metric !== 'rate') ? 'ahead' : 'behind'
}
