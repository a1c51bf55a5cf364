import { isDeclaredRule } from '../issues/catalog.ts'
import { HIDDEN } from '../issues/echo.ts'
import type { Issue, LocationPart } from '../issues/issue.ts'
import { Conversion } from './conversion.ts'
import type { Kind } from './kind.ts'
import { isSecretive, maskInput } from './mask.ts'
import { isObject } from './source.ts'

/**
 * A value as documents show it: secrets are `***`, or as many stars as their rules of length want. A page fills its form with an
 * example or a default, and what is sent so should not be refused for its mask. Undefined where no stars would do, as for a pattern
 * of digits: the schema beside it would refuse what is shown.
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
    // A validator that breaks on a mask is no reason to have no document.
  }
  return state.issues
}

/** The same with `length` stars for the mask at a place, of which a part that tells a union's member is no name in the value. */
function withStars(whole: unknown, [name, ...rest]: readonly LocationPart[], length: number): unknown {
  if (name === undefined) return whole === HIDDEN ? '*'.repeat(length) : whole
  const holdsIt = isObject(whole) && Object.hasOwn(whole, name)
  if (!holdsIt) return withStars(whole, rest, length)
  const part = withStars(Reflect.get(whole, name), rest, length)
  return Array.isArray(whole) ? whole.with(Number(name), part) : { ...whole, [name]: part }
}
