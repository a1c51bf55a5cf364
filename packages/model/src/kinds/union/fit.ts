import { Exactness } from '../conversion.ts'
import type { Kind } from '../kind.ts'

/** How a member of a union took the input; `fieldsSet` is undefined where no model was met. */
export interface Fit {
  readonly kind: Kind
  /** INVALID where it would take the input, did a number hold the integers in it. */
  readonly value: unknown
  readonly exactness: number
  readonly fieldsSet: number | undefined
  /** Whether the member may have made the input, where one made it: its maker leaves it as it is, and validators do not see it
   *  again. */
  readonly isUnaltered: boolean
}

/** Whether a member fits better than the best of those before it. */
export function isBetter(fit: Fit, best: Fit): boolean {
  if (fit.isUnaltered !== best.isUnaltered) return fit.isUnaltered
  if (fit.fieldsSet !== undefined && best.fieldsSet !== undefined && fit.fieldsSet !== best.fieldsSet)
    return fit.fieldsSet > best.fieldsSet
  return fit.exactness > best.exactness
}

/** Whether nothing was converted, which what builds a model of fields always does: no other member fits better. */
export function isPerfect({ exactness }: Fit): boolean {
  return exactness === Exactness.exact
}
