import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One measured line: one figure per round. */
export interface Series {
  /** 'http', 'storage', 'service', 'growth', 'start', 'model' etc. */
  readonly suite: string
  /** 'create valid', 'connections' etc. */
  readonly scenario: string
  /** 'postern', 'fastify', 'bare' etc. */
  readonly peer: string
  readonly runtime: 'node' | 'bun' | 'python'
  readonly metric: 'cpu' | 'rate' | 'p50' | 'p99' | 'memory' | 'time' | 'count' | 'size'
  /** 'µs', 'requests/s', 'ms', 'MB', 'instantiations', 'bytes'. */
  readonly unit: string
  /** The x of a growth curve: connections, fields, items, routes, stored posts. */
  readonly at?: number
  /** One per round, with the rounds in the same order for all peers of a scenario. */
  readonly values: readonly number[]
}

/** The figure that one round adds to a series. */
export type Figure = Omit<Series, 'values'> & { readonly value: number }

/** Joins figures into series, each in the order of its rounds. */
export function joinFigures(figures: readonly Figure[]): Series[] {
  const lines = Map.groupBy(figures, ({ value: _, ...about }) => JSON.stringify(about))
  return [...lines].map(([about, line]) => ({ ...JSON.parse(about), values: line.map(({ value }) => value) }))
}

/** The results of a suite, and the conditions of the measurement. */
export interface SamplesFile {
  readonly suite: string
  readonly taken: string
  readonly machine: string
  readonly versions: Readonly<Record<string, string>>
  readonly load: string
  readonly notes: readonly string[]
  /** The targets, one per line: `met` or `NOT MET`, the promise and the figure. */
  readonly targets?: readonly string[]
  readonly series: readonly Series[]
}

/** Writes the samples to SUITE.json in the samples folder, one series per line, for readable diffs. */
export function writeSamples(file: SamplesFile): void {
  mkdirSync(FOLDER, { recursive: true })
  const { series, ...facts } = file
  const head = JSON.stringify(facts, undefined, 2).slice(0, -2)
  const lines = series.map((line) => `    ${JSON.stringify(line)}`).join(',\n')
  writeFileSync(pathOf(file.suite), `${head},\n  "series": [\n${lines}\n  ]\n}\n`)
}

/** Reads the samples of a suite as they were last written; undefined where there are none. */
export function readSamples(suite: string): SamplesFile | undefined {
  const path = pathOf(suite)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SamplesFile) : undefined
}

/**
 * Whether the samples of a run are written: never for a partial run; for a quick run only where POSTERN_BENCH_SAMPLES
 * names a folder for them.
 */
export function keepsSamples({ quick = false, partial = false }: RunKind): boolean {
  return !partial && (!quick || ELSEWHERE !== undefined)
}

/** What a run leaves out. */
export interface RunKind {
  /** Rough measurements. Default false. */
  readonly quick?: boolean | undefined
  /** Only some works or peers, or another number of rounds. Default false. */
  readonly partial?: boolean | undefined
}

/** The folder for the samples of a trial run. */
const ELSEWHERE = process.env['POSTERN_BENCH_SAMPLES']

/** Where samples are stored: bench/samples, or the folder in POSTERN_BENCH_SAMPLES. */
export const FOLDER = ELSEWHERE ?? join(import.meta.dirname, '..', 'samples')

function pathOf(suite: string): string {
  return join(FOLDER, `${suite}.json`)
}
