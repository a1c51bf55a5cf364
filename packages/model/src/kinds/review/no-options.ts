import { shownGiven } from '../../issues/shown-given.ts'
import { isKindLike, type Kind } from '../kind.ts'
import { isObject } from '../source.ts'

/**
 * Returns what is wrong with something that is given as a kind's options and is not an options object; undefined for
 * options.
 */
export function noOptions({ options }: Kind): string | undefined {
  const given: unknown = options
  if (isKindLike(given))
    return 'a kind stands where the options do; several kinds are a list: tuple([A, B]), union([A, B])'
  if (!isObject(given) || Array.isArray(given))
    return `${shownGiven(given)} stands where the options do; write { … }, and a validator behind it: after(…)`
  return isStep(given) ? 'a validator stands where the options do; write {} before it' : undefined
}

function isStep(given: object): boolean {
  return 'when' in given && ('run' in given || 'prepare' in given)
}
