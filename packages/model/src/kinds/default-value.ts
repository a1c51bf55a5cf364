import { Decimal } from '../text/decimal.ts'
import { Scalar } from '../text/scalar.ts'
import { type Field, modelOf } from './kind.ts'
import { isObject, isSameData } from './source.ts'

/** Whether a field's value is what its default is, nearly as Python's `==` has it: decimals by their size, objects in any order. */
export function isDefault(field: Field, value: unknown): boolean {
  return !field.required && isSameData(value, field.default(), isEqual)
}

/** Of moments and durations the text tells; NaN is nothing that another is. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one instanceof Decimal && other instanceof Decimal) return one.compare(other) === 0
  if (one instanceof Scalar && other instanceof Scalar)
    return one.constructor === other.constructor && one.toString() === other.toString()
  if (!isObject(one) || !isObject(other)) return one === other
  if (one instanceof Set && other instanceof Set) return one.size === other.size && isWithin(one, other)
  // A default need be no instance.
  const isOfModel = modelOf(one) !== undefined || modelOf(other) !== undefined
  return one === other || (isOfModel && isSameData({ ...one }, { ...other }, isEqual))
}

function isWithin(items: ReadonlySet<unknown>, others: ReadonlySet<unknown>): boolean {
  return [...items].every((item) => [...others].some((other) => isSameData(item, other, isEqual)))
}
