import { generatedFunction } from '../../compile/generated-function.ts'
import { setOwn } from '../source.ts'

/** Makes an instance of a model's class from its fields' values, in order. */
export type InstanceBuilder = (...values: unknown[]) => Record<string, unknown>

/**
 * Returns a builder of objects with `prototype` and own properties of these names. Its code is generated where that is
 * allowed: objects made by a constructor of their own are the fastest.
 */
export function instanceBuilder(prototype: object, names: readonly string[]): InstanceBuilder {
  return generatedBuilder(prototype, names) ?? composedBuilder(prototype, names)
}

function generatedBuilder(prototype: object, names: readonly string[]): InstanceBuilder | undefined {
  // Assigning to this name would set the prototype.
  if (names.includes('__proto__')) return undefined
  const parameters = names.map((_, index) => `v${index}`).join(', ')
  const assignments = names.map((name, index) => `this[${JSON.stringify(name)}] = v${index};`).join(' ')
  const source = `"use strict";
function Instance(${parameters}) { ${assignments} }
Instance.prototype = prototype;
return (${parameters}) => new Instance(${parameters});`
  return generatedFunction(['prototype'], source)?.(prototype) as InstanceBuilder | undefined
}

function composedBuilder(prototype: object, names: readonly string[]): InstanceBuilder {
  return (...values) => {
    const instance: Record<string, unknown> = Object.create(prototype)
    for (const [index, name] of names.entries()) setOwn(instance, name, values[index])
    return instance
  }
}
