import { Scalar } from '../text/scalar.ts'

/** An object whose properties are read by name. */
export type Source = Readonly<Record<string, unknown>>

/**
 * Whether `input` can give a model's fields: a plain object, a row or an instance of a class, but not a list, a
 * collection, a promise, or an object that is a single value.
 */
export function isSource(input: unknown): input is Source {
  if (!isObject(input)) return false
  return isPlain(input) || !(NO_SOURCES.some((none) => input instanceof none) || Symbol.iterator in input)
}

const NO_SOURCES = [Array, Date, Promise, Scalar]

/** Whether everything in `source` is its own: an object literal, parsed JSON or a row, of any realm. */
export function isPlain(source: object): source is Source {
  const prototype: unknown = Object.getPrototypeOf(source)
  if (prototype === Object.prototype || prototype === null) return true
  return typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Whether a value is a list or a plain object. */
export function isData(value: unknown): value is Source {
  return isObject(value) && (Array.isArray(value) || isPlain(value))
}

/**
 * Whether two values are the same, or lists and plain objects of the same values; `isSame` compares everything else.
 * Default `Object.is`.
 */
export function isSameData(one: unknown, other: unknown, isSame: IsSame = Object.is): boolean {
  if (isSame(one, other)) return true
  if (!isData(one) || !isData(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const members = Object.entries(one)
  const others = new Map(Object.entries(other))
  return (
    members.length === others.size &&
    members.every(([key, member]) => others.has(key) && isSameData(member, others.get(key), isSame))
  )
}

type IsSame = (one: unknown, other: unknown) => boolean

/** Returns the value under `name`. What every object inherits (`constructor`, `toString`) is not part of its data. */
export function readProperty(source: Source, name: string): unknown {
  return !isInherited(name) || Object.hasOwn(source, name) ? source[name] : undefined
}

/** Returns the expression of {@link readProperty} in generated code. */
export function readExpression(source: string, name: string): string {
  const key = JSON.stringify(name)
  return isInherited(name)
    ? `(Object.hasOwn(${source}, ${key}) ? ${source}[${key}] : undefined)`
    : `${source}[${key}]`
}

/** Sets `name` as an own property, even if the name is `__proto__`. */
export function setOwn(target: object, name: string, value: unknown): void {
  if (isInherited(name))
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true })
  else Reflect.set(target, name, value)
}

function isInherited(name: string): boolean {
  return INHERITED.has(name)
}

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))
