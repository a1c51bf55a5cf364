import { isDeclaredRule } from '../issues/catalog.ts'
import { HIDDEN } from '../issues/echo.ts'
import type { Issue, LocationPart } from '../issues/issue.ts'
import { Conversion } from './conversion.ts'
import type { Kind } from './kind.ts'
import { isSecretive, maskInput } from './mask.ts'
import { isObject } from './source.ts'

/**
 * Returns a value as documents show it: secrets are `***`, or as many stars as their length rules require. A page fills
 * its form with an example or default, and sending that should not be refused because of the mask. Undefined where no
 * stars fit, as for a pattern of digits: the schema beside it would refuse what is shown.
 */
export function shownValue(kind: Kind, value: unknown): unknown {
  if (!isSecretive(kind)) return value
  const masked = maskInput(kind, value, new Map())
  const fitted = issuesIn(kind, masked).reduce((whole, { loc, ctx }) => {
    const length = ctx?.['min_length'] ?? ctx?.['max_length']
    return typeof length === 'number' ? withStars(whole, loc, length) : whole
  }, masked)
  return breaksRules(kind, fitted) && !breaksRules(kind, value) ? undefined : fitted
}

function breaksRules(kind: Kind, value: unknown): boolean {
  return issuesIn(kind, value).some(({ type }) => isDeclaredRule(type))
}

function issuesIn(kind: Kind, value: unknown): readonly Issue[] {
  const state = new Conversion()
  try {
    kind.convert(value, state)
  } catch {
    // A validator that throws on a mask must not prevent the document.
  }
  return state.issues
}

/**
 * Returns `whole` with `length` stars for the mask at a location. Parts of the location that label a union member are
 * not names in the value.
 */
function withStars(whole: unknown, [name, ...rest]: readonly LocationPart[], length: number): unknown {
  if (name === undefined) return whole === HIDDEN ? '*'.repeat(length) : whole
  const holdsIt = isObject(whole) && Object.hasOwn(whole, name)
  if (!holdsIt) return withStars(whole, rest, length)
  const part = withStars(Reflect.get(whole, name), rest, length)
  return Array.isArray(whole) ? whole.with(Number(name), part) : { ...whole, [name]: part }
}
