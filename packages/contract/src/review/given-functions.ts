import { shownGiven } from '@postern/model'
import type { Operations } from '../contract.ts'
import { isNamed } from '../named-object.ts'
import { without } from './kinds.ts'

/** Handlers, or guards. */
export interface GivenFunctions {
  /** Under the names of operations. Untyped code may give something other than functions. */
  readonly own: Readonly<Record<string, unknown>>
  /** Whether there is one of this name at all: an inherited one, such as a method of a class, is a mistake. */
  readonly inherits: (name: string) => boolean
}

/** Returns the handlers or guards given for operations, except for those that are `unusable`. */
export function givenFunctions(given: unknown, unusable: ReadonlyMap<string, unknown>): GivenFunctions {
  const own = without<unknown>(unusable, Object(given))
  return { own, inherits: (name) => name in Object(given) && !(name in Object.prototype) }
}

/** Reports handlers that are not an object, with what to give instead. */
export function reviewHandlers(implemented: unknown): string[] {
  if (Object(implemented) === implemented) return []
  return [`the handlers are ${shownGiven(implemented)}; write one for each operation: { list: (input) => … }`]
}

/**
 * Reports guards that would never be called, because the object has no names of its own, such as a Map or a promise:
 * every request would pass.
 */
export function reviewGuards(
  guards: unknown,
  { inherits }: GivenFunctions,
  operations: Operations,
): string[] {
  if (!isNamed(guards) || Object.keys(guards).length > 0) return []
  const isEmpty = [Object.prototype, null].includes(Object.getPrototypeOf(guards))
  const isInherited = Object.keys(operations).some(inherits)
  return isEmpty || isInherited
    ? []
    : ['guards has no functions of its own; write an object of functions: { list: (input) => … }']
}
