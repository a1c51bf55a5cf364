import type { Field } from '@postern/model'
import { isToken } from '../cors/token.ts'
import { declaredAt, hasFields, isKindLike, type Place, parametersAt } from '../route/fields.ts'
import { wireFieldsOf } from '../route/file-fields.ts'
import type { Declaration } from '../route/operation.ts'

/** Names that nothing can come under: Fetch refuses to look for such a header (RFC 9110 §5.1), and a cookie's name ends there (RFC 6265 §5.2). */
export function reviewNames(declaration: Declaration): string[] {
  return [
    ...reviewNamesAt('header', declaration, isToken),
    ...reviewNamesAt('cookie', declaration, isCookieName),
  ]
}

/** Whether a cookie may have the name. */
export function isCookieName(name: string): boolean {
  return /^[^\s=;]([^=;]*[^\s=;])?$/.test(name)
}

/** Whether a component of the document may have the name (OpenAPI 3.1 §4.8.7). */
export function isComponentName(name: string): boolean {
  return /^[\w.-]+$/.test(name)
}

/** What the name of a component is written in. */
export const COMPONENT_LETTERS = "ASCII letters, digits, '.', '_' and '-'"

/** That a name is none of its place, with what to do instead. */
export function misnamed(name: string, place: 'header' | 'cookie'): string {
  return `${JSON.stringify(name)} can be no name of a ${place}; rename it`
}

function reviewNamesAt(
  place: 'header' | 'cookie',
  declaration: Declaration,
  isName: (name: string) => boolean,
): string[] {
  return namedAt(place, declaration)
    .filter(({ wireName }) => !isName(wireName))
    .map(({ wireName }) => `${misnamed(wireName, place)}, or give it an alias`)
}

/** Names that two values of a place have: the document may tell of each once (OpenAPI 3.1 §4.8.10.1), and they could not differ. */
export function reviewRepeats(declaration: Declaration): string[] {
  const members = declaration.body?.declared
  return [
    ...PLACES.flatMap((place) =>
      repeated(`${place} parameters`, namedAt(place, declaration), place === 'header'),
    ),
    ...(members === undefined || isKindLike(members)
      ? []
      : repeated('members of the body', wireFieldsOf(members))),
  ]
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const

/** The parameters of a place; none of a kind that has no fields, which is told of where it is bound. */
function namedAt(place: Place, declaration: Declaration): readonly Field[] {
  const declared = declaredAt(place, declaration)
  if (declared !== undefined && !hasFields(declared)) return []
  return parametersAt(place, declaration)
}

function repeated(what: string, fields: readonly Field[], inAnyCase = false): string[] {
  const taken = new Set<string>()
  return fields.flatMap(({ wireName }) => {
    const name = inAnyCase ? wireName.toLowerCase() : wireName
    const isTaken = taken.has(name)
    taken.add(name)
    return isTaken ? [`two ${what} are named ${name}; rename one, or give it an alias`] : []
  })
}
