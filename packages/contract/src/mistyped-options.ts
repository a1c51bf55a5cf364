import { shownGiven } from './shown-given.ts'

/** What an option is; true where that is looked at elsewhere. */
export type OptionType = 'boolean' | 'function' | 'number' | 'object' | 'string' | true

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

/** Whether it is an object whose parts have names: a list's have none. */
export function isNamed(given: unknown): given is object {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

const INSTEAD: Readonly<Record<Exclude<OptionType, true>, string>> = {
  boolean: 'true or false',
  function: 'a function',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}
