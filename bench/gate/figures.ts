import { median } from '../harness/statistics.ts'
import { allTurns, type Plan, STRETCHES } from './mark.ts'

/** The cost of a turn. */
export interface Figure {
  /** The median of the takes. */
  readonly instructions: number
  /** The difference between the lowest and the highest take, as a share of the median. */
  readonly spread: number
}

/**
 * Returns the instructions of one turn, from the median of the stretches after the warm-up, since a late compilation
 * may fall into one of them. Throws where stretches are missing.
 */
export function instructionsATurn(stretches: readonly number[], plan: Plan): number {
  const due = allTurns(plan) / plan.turns
  if (stretches.length !== due)
    throw new Error(`${stretches.length} stretches were counted where ${due} were due`)
  return median(stretches.slice(-STRETCHES)) / plan.turns
}

/** Returns the median and the spread of several takes of the same row; throws where there is none. */
export function summarize(takes: readonly number[]): Figure {
  if (takes.length === 0) throw new Error('There is no take to summarize')
  const middle = median(takes)
  const spread = (Math.max(...takes) - Math.min(...takes)) / middle
  return { instructions: Math.round(middle), spread: Number(spread.toFixed(4)) }
}
