import { setOwn } from '../source.ts'
import { hasMember } from './member.ts'

/** Keys that belong to no field, with their values. */
export type Extras = readonly (readonly [string, unknown])[]

/** What the builder of a model makes. */
export type Instance = Record<string, unknown>

/**
 * Adds the extra keys to an instance. A key that would hide a method, or a field with another name on the wire, does
 * not become a property; only {@link hiddenExtras} returns it.
 */
export function withExtras(instance: Instance, extras: Extras): Instance {
  const hidden: (readonly [string, unknown])[] = []
  for (const [key, value] of extras) {
    if (isTaken(instance, key)) hidden.push([key, value])
    else setOwn(instance, key, value)
  }
  return hidden.length === 0 ? instance : Object.defineProperty(instance, HIDDEN_EXTRAS, { value: hidden })
}

/** Returns the extra keys of an instance that are not its properties. */
export function hiddenExtras(instance: object): Extras {
  const hidden: Extras | undefined = Reflect.get(instance, HIDDEN_EXTRAS)
  return hidden ?? []
}

const HIDDEN_EXTRAS: unique symbol = Symbol('hidden extras')

function isTaken(instance: Instance, key: string): boolean {
  return Object.hasOwn(instance, key) || hasMember(instance, key)
}
