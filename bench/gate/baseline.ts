import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figures.ts'

/** The stored counts, and the engine they were measured on. */
export interface Baseline {
  /** As in {@link thisEngine}. */
  readonly engine: string
  readonly rows: Readonly<Record<string, Figure>>
}

/** What the number of instructions of a program depends on: the version of Node and the kind of processor. */
export const thisEngine = `Node ${process.versions.node} on ${process.arch}`

const file = join(import.meta.dirname, 'baseline.json')

/** Reads the stored counts. */
export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(file, 'utf8')) as Baseline
}

/** Stores counts as bench/gate/baseline.json, one row per line, for readable diffs. */
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
