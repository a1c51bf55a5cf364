import { median } from '../harness/statistics.ts'
import { STRETCHES } from './mark.ts'

/** What a turn costs. */
export interface Figure {
  /** The median of the takes. */
  readonly instructions: number
  /** The share of the median between the least and the most of the takes. */
  readonly spread: number
}

/** The instructions of one turn: of the middle stretch, since a late compilation may fall into one. Throws where stretches are missing. */
export function instructionsATurn(stretches: readonly number[], turns: number): number {
  if (stretches.length !== STRETCHES)
    throw new Error(`${stretches.length} stretches were counted where ${STRETCHES} were due`)
  return median(stretches) / turns
}

/** Median and spread of several takes of the same; throws where there is none. */
export function summarize(takes: readonly number[]): Figure {
  if (takes.length === 0) throw new Error('There is no take to summarize')
  const middle = median(takes)
  const spread = (Math.max(...takes) - Math.min(...takes)) / middle
  return { instructions: Math.round(middle), spread: Number(spread.toFixed(4)) }
}
