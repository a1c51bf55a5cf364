import { setOwn } from '../source.ts'
import { hasMember } from './member.ts'

/** Keys that no field has, with their values. */
export type Extras = readonly (readonly [string, unknown])[]

/** What a model's builder makes. */
export type Instance = Record<string, unknown>

/** Gives an instance the extra keys. One that would hide a method, or a field that has another name on the wire, becomes no
 *  property: it is told of by {@link hiddenExtras} only. */
export function withExtras(instance: Instance, extras: Extras): Instance {
  const hidden: (readonly [string, unknown])[] = []
  for (const [key, value] of extras) {
    if (isTaken(instance, key)) hidden.push([key, value])
    else setOwn(instance, key, value)
  }
  return hidden.length === 0 ? instance : Object.defineProperty(instance, HIDDEN_EXTRAS, { value: hidden })
}

/** The extra keys of an instance that are none of its properties. */
export function hiddenExtras(instance: object): Extras {
  const hidden: Extras | undefined = Reflect.get(instance, HIDDEN_EXTRAS)
  return hidden ?? []
}

const HIDDEN_EXTRAS: unique symbol = Symbol('hidden extras')

function isTaken(instance: Instance, key: string): boolean {
  return Object.hasOwn(instance, key) || hasMember(instance, key)
}
