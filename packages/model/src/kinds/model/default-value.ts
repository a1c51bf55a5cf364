import { Decimal } from '../../text/decimal.ts'
import { Scalar } from '../../text/scalar.ts'
import { type Field, modelOf } from '../kind.ts'
import { isObject, isSameData } from '../source.ts'

/**
 * Whether a field's value equals its default, nearly as Python's `==` defines it: decimals by size, objects in any
 * order.
 */
export function isDefault(field: Field, value: unknown): boolean {
  return !field.required && isSameData(value, field.default(), isEqual)
}

/** Dates, times and durations are compared by their text. NaN equals nothing. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one instanceof Decimal && other instanceof Decimal) return one.compare(other) === 0
  if (one instanceof Scalar && other instanceof Scalar) return one.toString() === other.toString()
  if (!isObject(one) || !isObject(other)) return one === other
  if (one instanceof Set && other instanceof Set) return one.size === other.size && isWithin(one, other)
  return one === other || (canBeOfOneModel(one, other) && isSameData({ ...one }, { ...other }, isEqual))
}

/** A default need not be an instance, or may be one of a class that extends the model's. */
function canBeOfOneModel(one: object, other: object): boolean {
  const model = modelOf(one)
  const modelOfOther = modelOf(other)
  if (model === undefined || modelOfOther === undefined) return model !== modelOfOther
  return other instanceof model
}

function isWithin(items: ReadonlySet<unknown>, others: ReadonlySet<unknown>): boolean {
  return [...items].every((item) => [...others].some((other) => isSameData(item, other, isEqual)))
}
