import { Exactness } from '../conversion.ts'
import type { Kind } from '../kind.ts'

/** How a member of a union took the input; `fieldsSet` is undefined where no model was met. */
export interface Fit {
  readonly kind: Kind
  /** INVALID if it would take the input only if a number could hold the integers in it. */
  readonly value: unknown
  readonly exactness: number
  readonly fieldsSet: number | undefined
  /**
   * Whether the member may have made the input, where a member made it: its maker leaves it as it is, and validators do
   * not see it again.
   */
  readonly isUnaltered: boolean
}

/** Whether a member fits better than the best one before it. */
export function isBetter(fit: Fit, best: Fit): boolean {
  if (fit.isUnaltered !== best.isUnaltered) return fit.isUnaltered
  if (fit.fieldsSet !== undefined && best.fieldsSet !== undefined && fit.fieldsSet !== best.fieldsSet)
    return fit.fieldsSet > best.fieldsSet
  return fit.exactness > best.exactness
}

/** Whether nothing was converted, so that no other member fits better. Building a model from fields always converts. */
export function isPerfect({ exactness }: Fit): boolean {
  return exactness === Exactness.exact
}
