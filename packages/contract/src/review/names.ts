import type { Field } from '@postern/model'
import { isToken } from '../cors/token.ts'
import { isKindLike, parametersAt } from '../route/fields.ts'
import { wireFieldsOf } from '../route/file-fields.ts'
import type { Declaration } from '../route/operation.ts'

/**
 * Reports names that no value can have: Fetch refuses to look up such a header (RFC 9110 §5.1), and a cookie's name
 * ends there (RFC 6265 §5.2).
 */
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

/** The characters of a component's name. */
export const COMPONENT_LETTERS = "ASCII letters, digits, '.', '_' and '-'"

/** Returns the mistake of a name that its place cannot have, with what to do instead. */
export function misnamed(name: string, place: 'header' | 'cookie'): string {
  return `${JSON.stringify(name)} cannot be the name of a ${place}; rename it`
}

function reviewNamesAt(
  place: 'header' | 'cookie',
  declaration: Declaration,
  isName: (name: string) => boolean,
): string[] {
  return parametersAt(place, declaration)
    .filter(({ wireName }) => !isName(wireName))
    .map(({ wireName }) => `${misnamed(wireName, place)}, or give it an alias`)
}

/**
 * Reports names that two values of a place share: the document may contain each only once (OpenAPI 3.1 §4.8.10.1), and
 * the values could not differ.
 */
export function reviewRepeats(declaration: Declaration): string[] {
  const members = declaration.body?.declared
  return [
    ...PLACES.flatMap((place) =>
      repeated(`${place} parameters`, parametersAt(place, declaration), place === 'header'),
    ),
    ...(members === undefined || isKindLike(members)
      ? []
      : repeated('members of the body', wireFieldsOf(members))),
  ]
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const

function repeated(what: string, fields: readonly Field[], inAnyCase = false): string[] {
  const taken = new Map<string, string>()
  return fields.flatMap(({ name, wireName }) => {
    const onWire = inAnyCase ? wireName.toLowerCase() : wireName
    const other = taken.get(onWire)
    taken.set(onWire, name)
    if (other === undefined) return []
    const names = other === name ? '' : `, ${other} and ${name},`
    return [`two ${what}${names} are named ${onWire}; rename one, or give it an alias`]
  })
}
