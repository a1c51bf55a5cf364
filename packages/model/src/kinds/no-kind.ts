import { shownGiven } from '../issues/shown-given.ts'
import { isObject } from './source.ts'

/** Returns what is wrong with something that is used as a kind and is not one. */
export function noKind(given: unknown): string {
  if (typeof given === 'function' && 'safeParse' in given && 'jsonSchema' in given)
    return `${given.name} is a model of another copy of @postern/model; make \`npm ls @postern/model\` show one copy`
  return `${shownGiven(given)} is neither a kind nor a model; write ${insteadOf(given)}`
}

function insteadOf(given: unknown): string {
  if (Array.isArray(given)) return 'list(…) of one, or tuple([…])'
  const isForeign = isObject(given) && '~standard' in given
  return isForeign ? "foreign('Name', schema)" : 'one, such as string() or a class that extends Model({…})'
}
