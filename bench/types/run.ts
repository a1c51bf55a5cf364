import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertInstalled } from '../harness/installed.ts'
import { formatTable } from '../harness/table.ts'
import { posternModels, posternRoutes, zodModels } from './sources.ts'

const COUNT = 100
const GATE = 1200
const folder = join(import.meta.dirname, '..', 'dist', 'types')

assertInstalled()
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
for (const { name, unit, instantiations } of measured.filter((one) => one.name.startsWith('postern'))) {
  const verdict = instantiations <= GATE ? 'met    ' : 'NOT MET'
  console.log(`${verdict}  at most ${GATE} instantiations a ${unit}: ${Math.round(instantiations)} (${name})`)
}

interface Cost {
  readonly name: string
  readonly unit: string
  readonly instantiations: number
  readonly types: number
  /** Milliseconds for all of them. */
  readonly checkTime: number
}

/** What one model or route costs the compiler: the program with all of them less the one with none, shared out. */
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

/** The figures of the compiler's extended diagnostics. Throws, with its output, where the program has mistakes. */
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

function formatRow({ name, unit, instantiations, types, checkTime }: Cost): string[] {
  return [
    name,
    `${Math.round(instantiations)} a ${unit}`,
    `${Math.round(types)} a ${unit}`,
    `${Math.round(checkTime)} ms`,
  ]
}
