import { shownGiven } from './shown-given.ts'

/** What an option is; true where that is looked at elsewhere. */
export type OptionType = 'boolean' | 'function' | 'number' | 'string' | true

/** A mistake for each option that is of another type than `types` says, which code without types may give: `required: 'no'` would be a
 *  yes, and an `authenticate` that cannot be called would be found out by the first request. */
export function mistypedOptions(options: object, types: Readonly<Record<string, OptionType>>): string[] {
  return Object.entries(options).flatMap(([name, given]) => {
    const type = Object.hasOwn(types, name) ? types[name] : true
    if (type === undefined || type === true || given === undefined || typeof given === type) return []
    return [`${name} is ${shownGiven(given)}; give ${INSTEAD[type]}`]
  })
}

const INSTEAD: Readonly<Record<Exclude<OptionType, true>, string>> = {
  boolean: 'true or false',
  function: 'a function',
  number: 'a number',
  string: 'a text',
}
