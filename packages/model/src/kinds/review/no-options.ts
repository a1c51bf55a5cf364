import { shownGiven } from '../../issues/shown-given.ts'
import { isKindLike, type Kind } from '../kind.ts'
import { isObject } from '../source.ts'

/**
 * Returns what is wrong with something that is given as a kind's options and is not an options object; undefined for
 * options.
 */
export function noOptions({ name, options }: Kind): string | undefined {
  const given: unknown = options
  if (isKindLike(given))
    return `a kind stands in place of the options; ${name === 'record' ? OF_KEYS : OF_LIST}`
  if (!isObject(given) || Array.isArray(given))
    return `${shownGiven(given)} stands in place of the options; write { … }, and validators after it: after(…)`
  return isStep(given) ? 'a validator stands in place of the options; write {} before it' : undefined
}

const OF_KEYS =
  'write the kind of the values first, and that of the keys among the options: record(B, { keys: A })'
const OF_LIST = 'write several kinds as a list: tuple([A, B]), union([A, B])'

function isStep(given: object): boolean {
  return 'when' in given && ('run' in given || 'prepare' in given)
}
