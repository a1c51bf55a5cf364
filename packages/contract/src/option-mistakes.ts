import { isNamed } from './named-object.ts'
import { shownGiven } from './shown-given.ts'

/** What an option is; true where that is looked at elsewhere. */
export type OptionType = 'boolean' | 'function' | 'number' | 'object' | 'string' | true

/** A mistake for each option that `owner` does not take, and for each that is of another type than `types` says. */
export function mistakenOptions(
  owner: string,
  options: object,
  types: Readonly<Record<string, OptionType>>,
): string[] {
  return [...unknownOptions(owner, options, types), ...mistypedOptions(options, types)]
}

/** A mistake for each option that is not among those that `owner` takes: it would do nothing, and nobody would know. Compilers let it
 *  pass where an option's type is told by what is given. What code without types gives in place of options is a mistake, too. */
export function unknownOptions(owner: string, options: object, known: object): string[] {
  const names = Object.keys(known)
  if (!isNamed(options))
    return [`the options of ${owner} are ${shownGiven(options)}; give an object of ${names.join(', ')}`]
  return Object.keys(options)
    .filter((option) => !names.includes(option))
    .map((option) => `${option} is no option of ${owner}; it takes ${names.join(', ')}`)
}

/** A mistake for each option that is of another type than `types` says, which code without types may give: `required: 'no'` would be a
 *  yes, and an `authenticate` that cannot be called would be found out by the first request. Those that are `needed` may not be
 *  left out. */
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
    return [`${name} is ${shownGiven(given)}; give ${INSTEAD[type]}`]
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
  string: 'a text',
}
