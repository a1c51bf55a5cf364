import { type Breach, createBreach, type IssueType } from '../issues/catalog.ts'
import { shownGiven } from '../issues/shown-given.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { Decimal, parseDecimal } from '../text/decimal.ts'
import { BOUNDS, type BoundOptions } from './bounds.ts'
import type { Rule } from './rule.ts'

/** How a decimal limit may be written. */
export type DecimalLimit = Decimal | string | number

/** Bounds of a decimal, the unit it must be a multiple of, and how many digits it may have. */
export interface DecimalBoundOptions extends BoundOptions<DecimalLimit> {
  /** The most significant digits; trailing zeros do not count. */
  readonly maxDigits?: number
  /** The most digits after the decimal point. Together with `maxDigits` it also limits the digits before the point. */
  readonly decimalPlaces?: number
}

/**
 * Returns the rules of {@link DecimalBoundOptions} in pydantic's order: digits, places, unit, bounds. All are exact.
 * Throws a RangeError where a limit is not a decimal; {@link mistakesOfDecimalBounds} reports those.
 */
export function decimalRules(options: DecimalBoundOptions): Rule<Decimal>[] {
  const { maxDigits, decimalPlaces, multipleOf } = options
  const rules: Rule<Decimal>[] = []
  if (maxDigits !== undefined) rules.push(maxDigitsRule(maxDigits))
  if (decimalPlaces !== undefined) rules.push(maxPlacesRule(decimalPlaces))
  if (maxDigits !== undefined && decimalPlaces !== undefined) {
    rules.push(wholeDigitsRule(Math.max(maxDigits - decimalPlaces, 0)))
  }
  if (multipleOf !== undefined) rules.push(multipleRule(limitOf(multipleOf)))
  for (const { option, holds, type, keyword } of BOUNDS) {
    const given = options[option]
    if (given === undefined) continue
    const limit = limitOf(given)
    rules.push(limitRule({ type, option, keyword, limit }, (value) => holds(value.compare(limit), 0)))
  }
  return rules
}

/** Returns what is wrong with the limits themselves, each with what to write instead. */
export function mistakesOfDecimalBounds(options: DecimalBoundOptions): string[] {
  const limits = BOUNDS.map(({ option }) => [option, options[option]] as const)
  const { multipleOf } = options
  return [
    ...limits
      .filter(([, limit]) => limit !== undefined && !isLimit(limit))
      .map(([option, limit]) => `${option} is ${shownLimit(limit)}; write a finite decimal, such as '0.01'`),
    ...(multipleOf === undefined || (isLimit(multipleOf) && limitOf(multipleOf).compare(NOTHING) > 0)
      ? []
      : [`multipleOf is ${shownLimit(multipleOf)}; write a decimal above 0, such as '0.01'`]),
  ]
}

/** Untyped code may give anything. */
function isLimit(limit: unknown): boolean {
  const isReadable = limit instanceof Decimal || typeof limit === 'string' || typeof limit === 'number'
  return isReadable && parseDecimal(String(limit))?.isFinite === true
}

const NOTHING = Decimal.from(0)

function shownLimit(limit: unknown): string {
  return limit instanceof Decimal ? String(limit) : shownGiven(limit)
}

function maxDigitsRule(limit: number): Rule<Decimal> {
  const breach = createBreach('decimal_max_digits', { max_digits: limit })
  return decimalRule(breach, {}, ({ places }) => places.digits <= limit)
}

function maxPlacesRule(limit: number): Rule<Decimal> {
  const breach = createBreach('decimal_max_places', { decimal_places: limit })
  return decimalRule(breach, {}, ({ places }) => places.decimals <= limit)
}

function wholeDigitsRule(limit: number): Rule<Decimal> {
  const breach = createBreach('decimal_whole_digits', { whole_digits: limit })
  return decimalRule(breach, {}, ({ places, digits, exponent }) => {
    // For pydantic the 0 before the point of `0.0` is not a digit; that of `0` is one.
    const isFraction = digits === 0n && exponent < 0
    return isFraction || places.digits - places.decimals <= limit
  })
}

function multipleRule(limit: Decimal): Rule<Decimal> {
  const about = { type: 'multiple_of', option: 'multiple_of', keyword: 'multipleOf', limit } as const
  return limitRule(about, (value) => value.isFinite && value.isMultipleOf(limit))
}

interface DeclaredLimit {
  readonly type: IssueType
  readonly option: string
  readonly keyword: string
  readonly limit: Decimal
}

/**
 * Returns the rule of a limit. The message shows the limit as declared (`1.50`). The context and the schema have it as
 * a number, where a number can be as large or as small.
 */
function limitRule(
  { type, option, keyword, limit }: DeclaredLimit,
  holds: (value: Decimal) => boolean,
): Rule<Decimal> {
  const { message } = createBreach(type, { [option]: limit })
  const size = Number(limit)
  const isNumber = Number.isFinite(size) && (size !== 0 || limit.digits === 0n)
  const context = { [option]: isNumber ? size : String(limit) }
  return decimalRule({ type, message, context }, isNumber ? { [keyword]: size } : {}, holds)
}

function decimalRule(breach: Breach, schema: JsonSchema, holds: (value: Decimal) => boolean): Rule<Decimal> {
  return {
    check: (value) => (holds(value) ? undefined : breach),
    accept: (value, code) => code.require(code.call(holds, value)),
    schema,
  }
}

function limitOf(limit: DecimalLimit): Decimal {
  return limit instanceof Decimal ? limit : Decimal.from(limit)
}
