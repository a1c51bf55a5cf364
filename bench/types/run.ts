import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeMachine } from '../harness/machine.ts'
import { keepsSamples, type Series, writeSamples } from '../harness/samples-file.ts'
import { formatTable } from '../harness/table.ts'
import { formatTargetLine } from '../harness/target-line.ts'
import { posternModels, posternRoutes, zodModels } from './sources.ts'

const COUNT = 100
const GATE = 1200
const folder = join(import.meta.dirname, '..', 'dist', 'types')

// Needs nothing that is installed only in this folder: zod is one of the root's packages.
const { values } = parseArgs({
  options: { assert: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
})
mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({ extends: '../../../tsconfig.json', files: [], include: [], exclude: [] }),
)
const measured = [
  measure('postern-models', 'model', posternModels),
  measure('zod-models', 'model', zodModels),
  measure('postern-routes', 'route', posternRoutes),
]
const compiler = execFileSync('tsc', ['--version'], { encoding: 'utf8' }).trim()
console.log(`${compiler}; ${COUNT} of each, less what the same program without any takes`)
console.log(formatTable(['', 'instantiations', 'types', 'check time'], measured.map(formatRow)))
const limited = measured.filter(({ name }) => name.startsWith('postern'))
const targets = limited.map(formatTarget)
console.log(targets.join('\n'))
// A count that is not a number counts as above the limit.
if (values.assert && !limited.every(isWithin)) process.exitCode = 1
if (!values.assert && keepsSamples(values)) writeCosts()

interface Cost {
  readonly name: string
  readonly unit: string
  readonly instantiations: number
  readonly types: number
  /** Milliseconds for all of them. */
  readonly checkTime: number
}

/**
 * Returns the compiler's cost of one model or route: the program with all of them minus the one with none, divided by
 * their number.
 */
function measure(name: string, unit: string, source: (count: number) => string): Cost {
  const empty = diagnose(name, source(0))
  const full = diagnose(name, source(COUNT))
  const share = (of: string): number => ((full.get(of) ?? Number.NaN) - (empty.get(of) ?? Number.NaN)) / COUNT
  return {
    name,
    unit,
    instantiations: share('Instantiations'),
    types: share('Types'),
    checkTime: share('Check time') * COUNT * 1000,
  }
}

/** Returns the figures of the compiler's extended diagnostics. Throws an error with its output where the program has errors. */
function diagnose(name: string, source: string): ReadonlyMap<string, number> {
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, source)
  const project = join(folder, `${name}.json`)
  writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', files: [file] }))
  const output = execFileSync('tsc', ['--extendedDiagnostics', '--singleThreaded', '-p', project], {
    encoding: 'utf8',
  })
  const figures = output.matchAll(/^([A-Z][\w ]+):\s+([\d.]+)/gm)
  return new Map([...figures].map(([, figure = '', value]) => [figure, Number(value)]))
}

function isWithin({ instantiations }: Cost): boolean {
  return instantiations <= GATE
}

function formatTarget(cost: Cost): string {
  const { name, unit, instantiations } = cost
  return formatTargetLine({
    isMet: isWithin(cost),
    promise: `at most ${GATE} instantiations a ${unit}`,
    figure: `${Math.round(instantiations)} (${name})`,
  })
}

function writeCosts(): void {
  writeSamples({
    suite: 'types',
    taken: new Date().toISOString(),
    machine: describeMachine(),
    versions: { typescript: compiler.replace('Version ', '') },
    load: 'counts of the compiler, which do not depend on the load',
    notes: [
      `${COUNT} of each, minus what the same program without any takes; models have six or eight fields in turn, routes a body, a response and a handler`,
    ],
    targets,
    series: measured.map(seriesOf),
  })
}

function seriesOf({ name, unit, instantiations }: Cost): Series {
  return {
    suite: 'types',
    scenario: `a ${unit}`,
    peer: name.replace(/-.*$/, ''),
    runtime: 'node',
    metric: 'count',
    unit: 'instantiations',
    values: [Math.round(instantiations)],
  }
}

function formatRow({ name, unit, instantiations, types, checkTime }: Cost): string[] {
  return [
    name,
    `${Math.round(instantiations)} a ${unit}`,
    `${Math.round(types)} a ${unit}`,
    `${Math.round(checkTime)} ms`,
  ]
}
