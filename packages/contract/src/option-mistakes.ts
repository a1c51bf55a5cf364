import { shownGiven } from '@postern/model'
import { isNamed } from './named-object.ts'

/** The type of an option; true if it is checked elsewhere. */
export type OptionType = 'boolean' | 'function' | 'number' | 'object' | 'string' | true

/**
 * Returns a mistake for each option that `owner` does not have, and for each whose type differs from that in `types`.
 */
export function mistakenOptions(
  owner: string,
  options: object,
  types: Readonly<Record<string, OptionType>>,
): string[] {
  return [...unknownOptions(owner, options, types), ...mistypedOptions(options, types)]
}

/**
 * Returns a mistake for each option that `owner` does not have: it would silently have no effect. Compilers accept it
 * where the type of the options is inferred from what is given. Anything but an options object, from untyped code, is a
 * mistake too.
 */
export function unknownOptions(owner: string, options: object, known: object): string[] {
  const names = Object.keys(known)
  if (!isNamed(options))
    return [
      `the options of ${owner} are ${shownGiven(options)}; write an object with any of ${names.join(', ')}`,
    ]
  return Object.keys(options)
    .filter((option) => !names.includes(option))
    .map((option) => `${option} is not an option of ${owner}; it takes ${names.join(', ')}`)
}

/**
 * Returns a mistake for each option whose type differs from that in `types`, which untyped code may cause:
 * `required: 'no'` would mean yes, and an `authenticate` that cannot be called would fail only at the first request.
 * Options in `needed` may not be left out.
 */
export function mistypedOptions(
  options: object,
  types: Readonly<Record<string, OptionType>>,
  needed: readonly string[] = [],
): string[] {
  const all = { ...Object.fromEntries(needed.map((name) => [name, undefined])), ...options }
  return Object.entries(all).flatMap(([name, given]) => {
    const type = Object.hasOwn(types, name) ? types[name] : true
    if (type === undefined || type === true || isOf(type, given)) return []
    if (given === undefined && !needed.includes(name)) return []
    return [`${name} is ${shownGiven(given)}; write ${INSTEAD[type]}`]
  })
}

function isOf(type: Exclude<OptionType, true>, given: unknown): boolean {
  return type === 'object' ? isNamed(given) : typeof given === type
}

const INSTEAD: Readonly<Record<Exclude<OptionType, true>, string>> = {
  boolean: 'true or false',
  function: 'a function',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}
