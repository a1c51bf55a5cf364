import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figures.ts'

/** The kept counts, and the engine they are of. */
export interface Baseline {
  /** As {@link thisEngine} tells it. */
  readonly engine: string
  readonly rows: Readonly<Record<string, Figure>>
}

/** What decides how many instructions the same program takes: the version of Node and the processor's kind. */
export const thisEngine = `Node ${process.versions.node} on ${process.arch}`

const file = join(import.meta.dirname, 'baseline.json')

/** The counts as they were last kept. */
export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(file, 'utf8')) as Baseline
}

/** Keeps counts as bench/gate/baseline.json, a row a line, so that differences can be read. */
export function writeBaseline({ engine, rows }: Baseline): void {
  const lines = Object.entries(rows).map(([name, figure]) => {
    const fields = Object.entries(figure).map(([key, value]) => `"${key}": ${value}`)
    return `    ${JSON.stringify(name)}: { ${fields.join(', ')} }`
  })
  writeFileSync(
    file,
    `{\n  "engine": ${JSON.stringify(engine)},\n  "rows": {\n${lines.join(',\n')}\n  }\n}\n`,
  )
}
