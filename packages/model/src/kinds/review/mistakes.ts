import { shownGiven } from '../../issues/shown-given.ts'
import { parseDecimal } from '../../text/decimal.ts'
import type { Kind } from '../kind.ts'
import { isSecretive } from '../mask.ts'
import { isData, isObject } from '../source.ts'
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

/** Reports values that responses and documents could not show. */
function mistakesOfValues(kind: Kind): string[] {
  const { default: value, examples = [] } = kind.options
  // Null is a default of every kind.
  const isWritten = value !== null && value !== undefined && typeof value !== 'function'
  return [
    ...(isWritten ? mistakesOfWritten('default', kind, [value]) : []),
    ...(Array.isArray(examples) ? mistakesOfWritten('examples', kind, examples) : []),
  ]
}

type ValueOption = 'default' | 'examples'

function mistakesOfWritten(option: ValueOption, kind: Kind, values: readonly unknown[]): string[] {
  for (const value of values) {
    const why = whyUnwritable(kind, value)
    if (why === 'bigint') return [HOLDS_BIGINT[option]]
    if (why === 'type') return [unwritable(option, kind, value)]
  }
  return []
}

const HOLDS_BIGINT: Readonly<Record<ValueOption, string>> = {
  default: 'default holds a bigint, which JSON cannot hold; write a number',
  examples: 'examples hold a bigint, which JSON cannot hold; write numbers',
}

/** Returns the mistake of a value that a kind cannot write. */
export function unwritable(option: ValueOption, kind: Kind, value: unknown): string {
  const { name } = kind
  const given = isSecretive(kind) ? 'a secret' : shownGiven(value)
  return option === 'default'
    ? `default is ${given}, which cannot be written as ${name}; write a value of its output type`
    : `examples hold ${given}, which cannot be written as ${name}; write values of its output type`
}

/** Returns why a kind cannot write a value. Invalid values that it can write are accepted, as in pydantic. */
function whyUnwritable(kind: Kind, value: unknown): 'bigint' | 'type' | undefined {
  // Its model may not be declared yet.
  if (isPending(kind)) return undefined
  try {
    const data = kind.serialize(value)
    // Only some kinds write a bigint as a number.
    if (holdsBigint(data)) return 'bigint'
    return isLost(value, data) ? 'type' : undefined
  } catch (error) {
    // So may a model within the models that it is made of.
    return error instanceof ReferenceError ? undefined : 'type'
  }
}

/** Whether a kind wrote, without noticing, nothing of a value that untyped code gave. */
function isLost(value: unknown, data: unknown): boolean {
  if (typeof data === 'symbol') return true
  if (!isObject(value)) return false
  // As `[object Object]`, or a date as a sentence.
  if (typeof data === 'string') return TEXTLESS.some(({ prototype }) => value.toString === prototype.toString)
  const holdsItems = (value instanceof Map || value instanceof Set) && value.size > 0
  return holdsItems && JSON.stringify(data) === '{}'
}

/** The classes whose text does not stand for their value. */
const TEXTLESS = [Object, Array, Date]

function isPending({ name, parts = [] }: Kind): boolean {
  return name === 'nested' || parts.some(isPending)
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
