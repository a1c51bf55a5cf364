import type { SamplesFile, Series } from '../harness/samples-file.ts'
import { median } from '../harness/statistics.ts'
import { formatTable } from '../harness/table.ts'
import { parseTargetLine } from '../harness/target-line.ts'
import { type Comparison, familyOf, groupForCharts, isPostern, type Line } from './comparison.ts'
import { type Curve, shapeOf } from './curve.ts'
import { fileNameOf, formatFigure, formatRatio } from './figures.ts'

/** A suite and what the report derives from it. */
export interface ReportedSuite {
  readonly file: SamplesFile
  readonly comparisons: readonly Comparison[]
  readonly curves: readonly Curve[]
}

/** The heading of each suite, in the order of the report. */
export const TITLES: Readonly<Record<string, string>> = {
  http: 'http: servers without storage',
  storage: 'storage: servers that keep posts in SQLite',
  service: 'service: the whole service on its storage',
  start: 'start: the first response, and memory',
  growth: 'growth: how costs grow',
  model: 'model: the model library on Node',
  'model-bun': 'model-bun: the model library on Bun',
  cors: 'cors: cross-origin policies',
  types: 'types: what the compiler counts',
  bundle: 'bundle: the model library in a browser',
}

/** Formats the section of a suite: the conditions of its measurement, its targets, charts and tables. */
export function formatSuite({ file, comparisons, curves }: ReportedSuite): string {
  const versions = Object.entries(file.versions).map(([name, version]) => `${name} ${version}`)
  const families = Map.groupBy(comparisons, familyOf)
  const alone = families.get(undefined) ?? []
  families.delete(undefined)
  return [
    `## ${TITLES[file.suite] ?? file.suite}`,
    `Taken ${file.taken}; ${file.machine}; ${file.load}. ${versions.join(', ')}`,
    ...(file.notes.length === 0 ? [] : [file.notes.map((note) => `- ${note}`).join('\n')]),
    ...(file.targets === undefined || file.targets.length === 0 ? [] : [formatTargets(file.targets)]),
    ...groupForCharts(comparisons).map(
      (group) => `![${file.suite}, ${group[0]?.runtime}, ${group[0]?.metric}](charts/${panelChartOf(group)})`,
    ),
    ...alone.map(formatComparison),
    ...[...families].map(([family = '', members]) => formatFamily(family, members)),
    ...curves.map(formatCurve),
  ].join('\n\n')
}

/** Returns the name, below bench/charts, of the chart of comparisons that are drawn together. */
export function panelChartOf([first]: readonly Comparison[]): string {
  return `${fileNameOf(first?.suite ?? '', first?.runtime ?? '', first?.metric ?? '', first?.unit ?? '')}.svg`
}

/** Returns the name, below bench/charts, of the chart of a curve. */
export function curveChartOf({ suite, scenario, runtime, metric }: Curve): string {
  return `${fileNameOf(suite, scenario, runtime, metric)}.svg`
}

/** Formats lines of `met` or `NOT MET`, a promise and a figure. */
function formatTargets(targets: readonly string[]): string {
  const rows = targets.map((line) => {
    const { isMet, promise, figure } = parseTargetLine(line)
    return [promise, isMet ? 'met' : '**NOT MET**', figure]
  })
  return formatTable(['Target', 'verdict', 'figure'], rows)
}

function formatComparison({ scenario, runtime, metric, unit, lines, series }: Comparison): string {
  const others = [...new Set(series.filter((line) => line.metric !== metric).map((line) => line.metric))]
  const rows = lines.map((line) => [
    line.peer,
    formatFigure(line.figure),
    standingOf(line),
    ...others.map((other) => otherFigure(series, line.peer, other)),
  ])
  const head = ['', `${metric}, ${unit}`, 'of Postern’s', ...others.map((other) => headOf(series, other))]
  return [`### ${scenario}, ${runtime}`, formatTable(head, rows)].join('\n\n')
}

/** Formats the members of a family in one table: Postern beside its one peer, or alone. */
function formatFamily(family: string, members: readonly Comparison[]): string {
  const { metric = '', unit = '' } = members[0] ?? {}
  const rows = members.map(({ scenario, lines }) => {
    const own = lines.find(({ peer }) => isPostern(peer))
    const other = lines.find(({ peer }) => !isPostern(peer))
    const figures = [own, other].map((line) => (line === undefined ? '–' : formatFigure(line.figure)))
    return [scenario.slice(family.length + 2), ...figures, other === undefined ? '' : standingOf(other)]
  })
  const hasPeer = members.some(({ lines }) => lines.length > 1)
  const head = ['', `postern, ${unit}`, `peer, ${unit}`, 'of Postern’s']
  const columns = hasPeer ? head.length : 2
  const cut = (row: readonly string[]) => row.slice(0, columns)
  return [`### ${family}: ${metric}`, formatTable(cut(head), rows.map(cut))].join('\n\n')
}

function standingOf({ ratio, standing, isCertain }: Line): string {
  if (ratio === undefined) return ''
  if (isCertain === false) return `${formatRatio(ratio)}, not certain`
  return standing === 'tied' ? `= ${formatRatio(ratio)}` : formatRatio(ratio)
}

function otherFigure(series: readonly Series[], peer: string, metric: Series['metric']): string {
  const line = series.find((one) => one.peer === peer && one.metric === metric)
  return line === undefined ? '–' : formatFigure(median(line.values))
}

function headOf(series: readonly Series[], metric: Series['metric']): string {
  return `${metric}, ${series.find((line) => line.metric === metric)?.unit ?? ''}`
}

function formatCurve(curve: Curve): string {
  const { scenario, runtime, metric, unit, lines } = curve
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(([at]) => at)))].sort((a, b) => a - b)
  const rows = lines.map(({ peer, points, exponent }) => [
    peer,
    ...xs.map((x) => formatFigure(points.find(([at]) => at === x)?.[1] ?? Number.NaN)),
    Number.isNaN(exponent) ? '–' : `${shapeOf(exponent)} (n^${exponent.toFixed(2)})`,
  ])
  return [
    `### ${scenario}, ${runtime}: ${metric}, ${unit}`,
    formatTable(['', ...xs.map((x) => x.toLocaleString('en-US')), 'growth'], rows),
    `![${scenario}, ${runtime}](charts/${curveChartOf(curve)})`,
  ].join('\n\n')
}
