import { type Issue, type LocationPart, withoutEcho } from '@postern/model'
import type { Incoming } from '../incoming.ts'

/** Why an operation ended in a 500: a thrown error, or what did not fit the response model, without the values. */
export type Mishap =
  | { readonly error: unknown }
  | { readonly issues: readonly Pick<Issue, 'type' | 'loc' | 'msg'>[] }

/** Receives what breaks a response that has begun. */
export type MishapReport = (mishap: Mishap, incoming: Incoming) => void

/**
 * Returns what is reported of a response that does not fit its model, `at` a location in it. Never contains values
 * (spec §4.3.3).
 */
export function misfitIn(issues: readonly Issue[], ...at: readonly LocationPart[]): Mishap {
  const reported = issues.map(withoutEcho)
  return { issues: reported.map(({ type, loc, msg }) => ({ type, loc: ['response', ...at, ...loc], msg })) }
}
