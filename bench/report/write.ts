import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assertInstalled } from '../harness/installed.ts'
import { FOLDER, readSamples } from '../harness/samples-file.ts'
import { compareSeries, groupForCharts } from './comparison.ts'
import { curvesOf } from './curve.ts'
import { formatResults } from './results.ts'
import { curveChartOf, panelChartOf, type ReportedSuite, TITLES } from './suite-section.ts'

assertInstalled()
const { drawLines, drawPanels } = await import('./chart.ts')
const bench = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { to: { type: 'string', default: bench } } })
const suites = readSuites()
writeCharts(join(values.to, 'charts'))
writeFileSync(join(values.to, 'RESULTS.md'), formatResults(suites))
console.log(
  `RESULTS.md and charts are written of ${suites.map(({ file }) => file.suite).join(', ') || 'nothing'}`,
)

function readSuites(): ReportedSuite[] {
  return suiteNames().flatMap((suite) => {
    const file = readSamples(suite)
    if (file === undefined) return []
    return [{ file, comparisons: compareSeries(file), curves: curvesOf(file) }]
  })
}

/** Returns the suites in the order of the report; an unknown suite comes last. */
function suiteNames(): string[] {
  const known = Object.keys(TITLES)
  mkdirSync(FOLDER, { recursive: true })
  const found = readdirSync(FOLDER).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? [])
  return [...known, ...found.filter((suite) => !known.includes(suite)).sort()]
}

function writeCharts(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { comparisons, curves } of suites) {
    for (const group of groupForCharts(comparisons)) {
      writeFileSync(join(folder, panelChartOf(group)), drawPanels(group))
    }
    for (const one of curves) writeFileSync(join(folder, curveChartOf(one)), drawLines(one))
  }
}
