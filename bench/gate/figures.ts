import { median } from '../harness/statistics.ts'
import { allTurns, type Plan, STRETCHES } from './mark.ts'

/** What a turn costs. */
export interface Figure {
  /** The median of the takes. */
  readonly instructions: number
  /** The share of the median between the least and the most of the takes. */
  readonly spread: number
}

/** The instructions of one turn: of the middle one of the stretches behind the warm-up, since a late compilation may fall into
 *  one. Throws where stretches are missing. */
export function instructionsATurn(stretches: readonly number[], plan: Plan): number {
  const due = allTurns(plan) / plan.turns
  if (stretches.length !== due)
    throw new Error(`${stretches.length} stretches were counted where ${due} were due`)
  return median(stretches.slice(-STRETCHES)) / plan.turns
}

/** Median and spread of several takes of the same; throws where there is none. */
export function summarize(takes: readonly number[]): Figure {
  if (takes.length === 0) throw new Error('There is no take to summarize')
  const middle = median(takes)
  const spread = (Math.max(...takes) - Math.min(...takes)) / middle
  return { instructions: Math.round(middle), spread: Number(spread.toFixed(4)) }
}
