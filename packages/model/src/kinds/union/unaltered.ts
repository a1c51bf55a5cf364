import { isData, isObject, isSameData } from '../source.ts'

/**
 * Whether what a kind made of a value is that value: the same value, lists and plain objects of the same, or an
 * instance of its class.
 */
export function isUnaltered(made: unknown, given: unknown): boolean {
  return isSameData(made, given, (one, other) => Object.is(one, other) || isOfClass(one, other))
}

function isOfClass(made: unknown, given: unknown): boolean {
  if (!isObject(made) || isData(made)) return false
  return Object.prototype.isPrototypeOf.call(Object.getPrototypeOf(made), Object(given))
}
