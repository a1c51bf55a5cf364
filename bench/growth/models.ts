import { join } from 'node:path'
import type { Series } from '../harness/samples-file.ts'
import { runForJson } from './child.ts'
import type { Part } from './part.ts'

/** Measures models of 5 to 500 fields and lists of 1 to 100,000 items, on Node and on Bun. */
export function measureModels(rounds: number): Part {
  const series = ['node', 'bun'].flatMap(
    (runtime) =>
      runForJson([runtime, join(import.meta.dirname, 'measure-models.ts'), String(rounds)]) as Series[],
  )
  return { series }
}
