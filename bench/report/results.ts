import type { SamplesFile, Series } from '../harness/samples-file.ts'
import { median } from '../harness/statistics.ts'
import { formatTable } from '../harness/table.ts'
import { type Comparison, groupForCharts, type Line } from './comparison.ts'
import { type Curve, shapeOf } from './curve.ts'
import { fileNameOf, formatFigure, formatInterval } from './figures.ts'
import { summarizeGrowth } from './growth-summary.ts'
import { summarize } from './summary.ts'

/** A suite with what the report makes of it. */
export interface ReportedSuite {
  readonly file: SamplesFile
  readonly comparisons: readonly Comparison[]
  readonly curves: readonly Curve[]
}

/** The text of RESULTS.md. */
export function formatResults(suites: readonly ReportedSuite[]): string {
  const sections = [
    HEAD,
    '## Summary',
    summarize(suites.flatMap(({ comparisons }) => comparisons)),
    ...suites.flatMap(({ file }) => summaryOfGrowth(file)),
    ...suites.map(formatSuite),
  ]
  return `${sections.join('\n\n')}\n`
}

/** The chart of comparisons that are drawn together, as a name below bench/charts. */
export function panelChartOf([first]: readonly Comparison[]): string {
  return `${fileNameOf(first?.suite ?? '', first?.runtime ?? '', first?.metric ?? '', first?.unit ?? '')}.svg`
}

/** The chart of a curve, as a name below bench/charts. */
export function curveChartOf({ suite, scenario, runtime, metric }: Curve): string {
  return `${fileNameOf(suite, scenario, runtime, metric)}.svg`
}

const HEAD = `# Results

Written by \`node bench/report/write.ts\` from \`samples/*.json\`, without measuring; \`npm run bench\` measures everything anew, \`npm run bench -- --quick\` roughly.

How to read it: a figure is the median of its rounds. A ratio is the peer's figure over Postern's, paired by round, with the interval of 95 % of resamplings; above 1 the peer takes more (of rates: does more). A difference below 3 % is a tie and marked \`=\`; a larger one whose interval holds 1 is marked “not certain”. Postern is ahead where it is ahead of every peer. Floors, bare servers and checks that answer yes or no, do less work and are named apart; the notes say what. Figures depend on the machine; ratios hold within one run. [README.md](README.md) tells how it is measured.`

function summaryOfGrowth(file: SamplesFile): string[] {
  const table = summarizeGrowth(file)
  return table === '' ? [] : ['### As the work grows', table]
}

function formatSuite({ file, comparisons, curves }: ReportedSuite): string {
  const versions = Object.entries(file.versions).map(([name, version]) => `${name} ${version}`)
  return [
    `## ${file.suite}`,
    `Taken ${file.taken}; ${file.machine}; ${file.load}. ${versions.join(', ')}`,
    ...(file.notes.length === 0 ? [] : [file.notes.map((note) => `- ${note}`).join('\n')]),
    ...groupForCharts(comparisons).map(
      (group) => `![${file.suite}, ${group[0]?.runtime}, ${group[0]?.metric}](charts/${panelChartOf(group)})`,
    ),
    ...comparisons.map(formatComparison),
    ...curves.map(formatCurve),
  ].join('\n\n')
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

function standingOf({ ratio, standing, isCertain }: Line): string {
  if (ratio === undefined) return ''
  if (isCertain === false) return `${formatInterval(ratio)}, not certain`
  return standing === 'tied' ? `= ${formatInterval(ratio)}` : formatInterval(ratio)
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
