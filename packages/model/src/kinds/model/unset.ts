import { readProperty, type Source } from '../source.ts'
import type { Instance } from './extras.ts'
import { fieldFinder, isInstance, type ModelShape } from './model-shape.ts'

/**
 * The fields that the source of an instance did not give, each with the default that it got instead. If the field has
 * another value by now, a validator has set it. The instance holds them under a symbol.
 */
type Unset = ReadonlyMap<string, unknown>

/** Notes with an instance of a reply which of its fields its `source` did not give. */
export function noteUnset(shape: ModelShape, instance: Instance, source: Source): Instance {
  const names = isInstance(shape, source) ? namesUnsetIn(source) : namesNotGiven(shape, source)
  return withUnset(instance, new Map(names.map((name) => [name, readProperty(instance, name)])))
}

/** Notes with a spread of an instance, which has the same values, what is noted with that. */
export function carryUnset(spread: Instance, instance: object): Instance {
  return withUnset(spread, unsetOf(instance))
}

/** Whether a field was neither given nor set by a validator since. */
export function isUnset(instance: Source, name: string): boolean {
  const unset = unsetOf(instance)
  return unset.has(name) && Object.is(unset.get(name), readProperty(instance, name))
}

/** Returns names alone: what is built from an instance has new lists and models as its defaults. */
function namesUnsetIn(instance: Source): readonly string[] {
  return [...unsetOf(instance).keys()].filter((name) => isUnset(instance, name))
}

function namesNotGiven(shape: ModelShape, source: Source): readonly string[] {
  const find = fieldFinder(shape, source, true)
  return shape.fields.filter((field) => find(field, source) === undefined).map(({ name }) => name)
}

function unsetOf(instance: object): Unset {
  const unset: Unset | undefined = Reflect.get(instance, UNSET)
  return unset ?? NONE
}

function withUnset(instance: Instance, unset: Unset): Instance {
  return unset.size === 0 ? instance : Object.defineProperty(instance, UNSET, { value: unset })
}

const UNSET: unique symbol = Symbol('unset')
const NONE: Unset = new Map()
