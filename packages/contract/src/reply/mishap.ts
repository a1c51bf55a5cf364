import type { Issue, LocationPart } from '@postern/model'

/** Why an operation ended in a 500: a thrown error, or what did not fit the response model, without the values. */
export type Mishap =
  | { readonly error: unknown }
  | { readonly issues: readonly Pick<Issue, 'type' | 'loc' | 'msg'>[] }

/** What is told of an answer that does not fit its model, `at` a place in it: never the values (spec §4.3.3). */
export function misfitIn(issues: readonly Issue[], ...at: readonly LocationPart[]): Mishap {
  return { issues: issues.map(({ type, loc, msg }) => ({ type, loc: ['response', ...at, ...loc], msg })) }
}
