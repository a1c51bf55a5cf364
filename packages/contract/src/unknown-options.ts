import { isNamed } from './mistyped-options.ts'
import { shownGiven } from './shown-given.ts'

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
