import type { Figure } from './figures.ts'

type Figures = Readonly<Record<string, Figure>>

/** A row beside its kept count. */
export interface Comparison {
  readonly name: string
  readonly now: Figure
  readonly kept: Figure
  /** The share by which the count grew; below 0 where it shrank. */
  readonly change: number
  /** Whether the change is more than {@link TOLERANCE} and the spread together. */
  readonly verdict: 'grown' | 'shrunk' | 'same'
}

/** What differs between what was counted and what is kept. */
export interface Outcome {
  readonly comparisons: readonly Comparison[]
  /** Rows that were counted and are not kept. */
  readonly unkept: readonly string[]
  /** Rows that are kept and were not counted. */
  readonly uncounted: readonly string[]
}

/** The share by which a count may change beyond its spread. */
export const TOLERANCE = 0.01

/** Compares counts with the kept ones, row by row; the larger of both spreads is allowed for. */
export function compareFigures(counted: Figures, kept: Figures): Outcome {
  const names = Object.keys(counted)
  return {
    comparisons: names.flatMap((name) => compareRow(name, counted[name], kept[name])),
    unkept: names.filter((name) => kept[name] === undefined),
    uncounted: Object.keys(kept).filter((name) => counted[name] === undefined),
  }
}

/** The largest spread of a count that is worth comparing. */
export const SETTLED = 0.05

/** Rows whose takes are further apart than {@link SETTLED}: their counts say nothing. */
export function unsettledRows(counted: Figures): readonly string[] {
  return Object.keys(counted).filter((name) => (counted[name]?.spread ?? 0) > SETTLED)
}

function compareRow(name: string, now: Figure | undefined, kept: Figure | undefined): Comparison[] {
  if (now === undefined || kept === undefined) return []
  const change = now.instructions / kept.instructions - 1
  const allowed = TOLERANCE + Math.max(now.spread, kept.spread)
  const verdict = change > allowed ? 'grown' : change < -allowed ? 'shrunk' : 'same'
  return [{ name, now, kept, change, verdict }]
}
