import { parseDecimal } from '../../text/decimal.ts'
import type { Kind } from '../kind.ts'
import { isData } from '../source.ts'
import { noOptions } from './no-options.ts'
import { mistakesOfOptionNames } from './option-names.ts'
import { mistakesOfOptionTypes } from './option-types.ts'

/**
 * Returns what is wrong with the declaration of a kind: its own mistakes, unknown or mistyped options, and bounds that
 * nothing meets.
 */
export function mistakesOf(kind: Kind): readonly string[] {
  const other = noOptions(kind)
  if (other !== undefined) return [...(kind.mistakes ?? []), other]
  const options = new Map<string, unknown>(Object.entries(kind.options))
  return [
    ...(kind.mistakes ?? []),
    ...mistakesOfOptionNames(kind),
    ...mistakesOfOptionTypes(kind.options),
    ...mistakesOfValues(kind),
    ...mistakesOfRanges(options, kind.name === 'integer'),
  ]
}

/** Returns the mistakes of the kinds that one is made of, each after the name of its part. */
export function mistakesOfParts(parts: readonly (readonly [string, Kind])[]): string[] {
  return parts.flatMap(([name, kind]) => mistakesOf(kind).map((mistake) => `${name}: ${mistake}`))
}

/** Throws if untyped code gives something other than a list; `form` is what to write. */
export function requireList(given: unknown, form: string): void {
  if (!Array.isArray(given)) throw new TypeError(`a list is missing; write ${form}`)
}

/** Pairs of bounds, and whether equal bounds leave nothing between them. */
const RANGES = [
  ['minLength', 'maxLength', false],
  ['minItems', 'maxItems', false],
  ['ge', 'le', false],
  ['gt', 'le', true],
  ['ge', 'lt', true],
  ['gt', 'lt', true],
] as const

function mistakesOfRanges(options: ReadonlyMap<string, unknown>, isWhole: boolean): string[] {
  const unit = options.get('multipleOf')
  const nothing = unit === undefined ? 'nothing' : `no multiple of ${unit}`
  const size = Number(unit ?? 1)
  return RANGES.flatMap(([low, high, isOpen]) => {
    const [from, to] = [options.get(low), options.get(high)]
    if (from === undefined || to === undefined) return []
    const isWrong =
      isEmpty(from, to, isOpen) || (isWhole && isEmpty(least(low, from, size), most(high, to, size), false))
    return isWrong
      ? [`${low} ${from} and ${high} ${to} leave ${nothing} between them; change one of them`]
      : []
  })
}

/** Reports bigints, which only some kinds write as a number. */
function mistakesOfValues(kind: Kind): string[] {
  const { default: value, examples = [] } = kind.options
  const isUnwritable = (given: unknown): boolean => holdsBigint(given) && holdsBigint(kind.serialize(given))
  return [
    ...(isUnwritable(value) ? ['default holds a bigint, which JSON cannot hold; write a number'] : []),
    ...(Array.isArray(examples) && examples.some(isUnwritable)
      ? ['examples hold a bigint, which JSON cannot hold; write numbers']
      : []),
  ]
}

function holdsBigint(value: unknown): boolean {
  return typeof value === 'bigint' || (isData(value) && Object.values(value).some(holdsBigint))
}

function isEmpty(low: unknown, high: unknown, isOpen: boolean): boolean {
  // Limits of a decimal may be strings with more digits than a number holds. What is not a decimal is reported
  // elsewhere.
  const [from, to] = [parseDecimal(String(low)), parseDecimal(String(high))]
  if (from === undefined || to === undefined) return false
  return isOpen ? from.compare(to) >= 0 : from.compare(to) > 0
}

/** Returns the least multiple of `unit` that meets a lower bound. */
function least(bound: string, limit: unknown, unit: number): number {
  const units = Number(limit) / unit
  return unit * (bound === 'gt' ? Math.floor(units) + 1 : Math.ceil(units))
}

/** Returns the greatest multiple of `unit` that meets an upper bound. */
function most(bound: string, limit: unknown, unit: number): number {
  const units = Number(limit) / unit
  return unit * (bound === 'lt' ? Math.ceil(units) - 1 : Math.floor(units))
}
