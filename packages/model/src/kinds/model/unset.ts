import { readProperty, type Source } from '../source.ts'
import type { Instance } from './extras.ts'
import { fieldFinder, isInstance, type ModelShape } from './model-shape.ts'

/** Notes with an instance of a reply which of its fields its `source` did not give. */
export function noteUnset(shape: ModelShape, instance: Instance, source: Source): Instance {
  const names = isInstance(shape, source) ? unsetNames(source) : namesNotGiven(shape, source)
  return withUnset(instance, new Map(names.map((name) => [name, readProperty(instance, name)])))
}

/**
 * Returns the names that are noted with an instance. Only names carry over, because the lists and models among its
 * defaults are built anew.
 */
function unsetNames(instance: Source): readonly string[] {
  return [...unsetOf(instance).keys()].filter((name) => isUnset(instance, name))
}

function namesNotGiven(shape: ModelShape, source: Source): readonly string[] {
  const find = fieldFinder(shape, source, true)
  return shape.fields.filter((field) => find(field, source) === undefined).map(({ name }) => name)
}

/** Copies to an instance what is noted with the instance it was made from. */
export function carryUnset(instance: Instance, from: object): Instance {
  return withUnset(instance, unsetOf(from))
}

/** Whether a field was neither given nor set by a validator since. */
export function isUnset(instance: Source, name: string): boolean {
  const unset = unsetOf(instance)
  return unset.has(name) && Object.is(unset.get(name), readProperty(instance, name))
}

/** The fields that were not given, with their defaults. */
type Unset = ReadonlyMap<string, unknown>

function unsetOf(instance: object): Unset {
  const unset: Unset | undefined = Reflect.get(instance, UNSET)
  return unset ?? NONE
}

function withUnset(instance: Instance, unset: Unset): Instance {
  return unset.size === 0 ? instance : Object.defineProperty(instance, UNSET, { value: unset })
}

const UNSET: unique symbol = Symbol('unset')
const NONE: Unset = new Map()
