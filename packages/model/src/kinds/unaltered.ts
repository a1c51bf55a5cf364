import { isPlain } from './source.ts'

/** Whether what a kind made of a value is that value: the same, lists and plain objects of the same, or an instance of its class. */
export function isUnaltered(made: unknown, given: unknown): boolean {
  if (Object.is(made, given)) return true
  if (!isObject(made) || !isObject(given)) return false
  if (!isData(made)) return Object.prototype.isPrototypeOf.call(Object.getPrototypeOf(made), given)
  if (!isData(given) || Array.isArray(made) !== Array.isArray(given)) return false
  const names = Object.keys(made)
  return (
    names.length === Object.keys(given).length &&
    names.every((name) => Object.hasOwn(given, name) && isUnaltered(made[name], given[name]))
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isData(value: object): value is Readonly<Record<string, unknown>> {
  return Array.isArray(value) || isPlain(value)
}
