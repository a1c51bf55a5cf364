import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One measured line: a figure a round. */
export interface Series {
  /** 'http', 'storage', 'service', 'growth', 'start', 'model' and so on. */
  readonly suite: string
  /** 'create valid', 'connections' and so on. */
  readonly scenario: string
  /** 'postern', 'fastify', 'bare' and so on. */
  readonly peer: string
  readonly runtime: 'node' | 'bun' | 'python'
  readonly metric: 'cpu' | 'rate' | 'p50' | 'p99' | 'memory' | 'time' | 'count' | 'size'
  /** 'µs', 'requests/s', 'ms', 'MB', 'instantiations', 'bytes'. */
  readonly unit: string
  /** The x of a growth curve: connections, fields, items, routes, stored posts. */
  readonly at?: number
  /** One a round, in the same order of rounds for all peers of a scenario. */
  readonly values: readonly number[]
}

/** What one round adds to a series. */
export type Figure = Omit<Series, 'values'> & { readonly value: number }

/** The series that figures make, each in the order of its rounds. */
export function joinFigures(figures: readonly Figure[]): Series[] {
  const lines = Map.groupBy(figures, ({ value: _, ...about }) => JSON.stringify(about))
  return [...lines].map(([about, line]) => ({ ...JSON.parse(about), values: line.map(({ value }) => value) }))
}

/** What a suite measured, and under which conditions. */
export interface SamplesFile {
  readonly suite: string
  readonly taken: string
  readonly machine: string
  readonly versions: Readonly<Record<string, string>>
  readonly load: string
  readonly notes: readonly string[]
  /** What was promised, a line each: `met` or `NOT MET`, the promise and the figure. */
  readonly targets?: readonly string[]
  readonly series: readonly Series[]
}

/** Keeps the samples as SUITE.json in the samples' folder, a series a line, so that differences can be read. */
export function writeSamples(file: SamplesFile): void {
  mkdirSync(FOLDER, { recursive: true })
  const { series, ...facts } = file
  const head = JSON.stringify(facts, undefined, 2).slice(0, -2)
  const lines = series.map((line) => `    ${JSON.stringify(line)}`).join(',\n')
  writeFileSync(pathOf(file.suite), `${head},\n  "series": [\n${lines}\n  ]\n}\n`)
}

/** The samples of a suite as they were last written; undefined where there are none. */
export function readSamples(suite: string): SamplesFile | undefined {
  const path = pathOf(suite)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SamplesFile) : undefined
}

/** Whether the samples of a run are written: those of a part never, those of a quick run only where POSTERN_BENCH_SAMPLES names a folder for them. */
export function keepsSamples({ quick = false, partial = false }: RunKind): boolean {
  return !partial && (!quick || ELSEWHERE !== undefined)
}

/** What a run leaves out. */
export interface RunKind {
  /** Measured roughly. Default not. */
  readonly quick?: boolean | undefined
  /** Some of its works or peers alone, or another number of rounds. Default not. */
  readonly partial?: boolean | undefined
}

/** The folder of a run that is only tried. */
const ELSEWHERE = process.env['POSTERN_BENCH_SAMPLES']

/** Where samples are kept: bench/samples, or the folder that POSTERN_BENCH_SAMPLES names. */
export const FOLDER = ELSEWHERE ?? join(import.meta.dirname, '..', 'samples')

function pathOf(suite: string): string {
  return join(FOLDER, `${suite}.json`)
}
