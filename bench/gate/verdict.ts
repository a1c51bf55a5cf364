import type { Figure } from './figures.ts'

type Figures = Readonly<Record<string, Figure>>

/** A row with its stored count. */
export interface Comparison {
  readonly name: string
  readonly now: Figure
  readonly kept: Figure
  /** The relative growth of the count; below 0 where it shrank. */
  readonly change: number
  /** Whether the change exceeds {@link TOLERANCE} and the spread together. */
  readonly verdict: 'grown' | 'shrunk' | 'same'
}

/** The differences between the new counts and the stored ones. */
export interface Outcome {
  readonly comparisons: readonly Comparison[]
  /** Rows that were counted but are not stored. */
  readonly unkept: readonly string[]
  /** Rows that are stored but were not counted. */
  readonly uncounted: readonly string[]
}

/** The share by which a count may change in addition to its spread. */
export const TOLERANCE = 0.01

/** Compares counts with the stored ones, row by row; allows for the larger of the two spreads. */
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

/** Returns rows whose takes differ by more than {@link SETTLED}: their counts mean nothing. */
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
