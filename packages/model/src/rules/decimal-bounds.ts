import { createBreach, type IssueType } from '../issues/catalog.ts'
import { Decimal } from '../text/decimal.ts'
import { BOUNDS, type BoundOptions } from './bounds.ts'
import type { Rule } from './rule.ts'

/** What a decimal limit may be written as. */
export type DecimalLimit = Decimal | string | number

/** Bounds of a decimal, its unit, and how many digits it may have. */
export interface DecimalBoundOptions extends BoundOptions<DecimalLimit> {
  /** The most significant digits, zeros after the last one not counted. */
  readonly maxDigits?: number
  /** The most digits after the decimal point; with `maxDigits` it also bounds those before it. */
  readonly decimalPlaces?: number
}

/**
 * The rules of {@link DecimalBoundOptions}, in pydantic's order: digits, places, unit, bounds. All are exact.
 * Throws RangeError where a limit is no finite decimal, or the unit not above 0.
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
    const context = { [option]: Number(limit) }
    rules.push(
      decimalRule({ type, context, schema: { [keyword]: Number(limit) } }, (value) =>
        holds(value.compare(limit), 0),
      ),
    )
  }
  return rules
}

/** What is wrong with the limits themselves, each with what to write instead. */
export function decimalMistakes(options: DecimalBoundOptions): string[] {
  const counts = (['maxDigits', 'decimalPlaces'] as const).filter((option) => !isCount(options[option]))
  const mistakes = counts.map(
    (option) => `${option} is ${options[option]}; give a whole number of at least 0`,
  )
  try {
    decimalRules(options)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [...mistakes, `${error.message}; give limits such as '0.01'`]
  }
  return mistakes
}

interface About {
  readonly type: IssueType
  readonly context: Readonly<Record<string, number>>
  readonly schema?: Readonly<Record<string, number>>
}

function decimalRule(
  { type, context, schema = {} }: About,
  holds: (value: Decimal) => boolean,
): Rule<Decimal> {
  const breach = createBreach(type, context)
  return {
    check: (value) => (holds(value) ? undefined : breach),
    accept: (value, code) => code.require(`${code.constant(holds)}(${value})`),
    schema,
  }
}

function maxDigitsRule(limit: number): Rule<Decimal> {
  const about: About = { type: 'decimal_max_digits', context: { max_digits: limit } }
  return decimalRule(about, ({ places }) => places.digits <= limit)
}

function maxPlacesRule(limit: number): Rule<Decimal> {
  const about: About = { type: 'decimal_max_places', context: { decimal_places: limit } }
  return decimalRule(about, ({ places }) => places.decimals <= limit)
}

function wholeDigitsRule(limit: number): Rule<Decimal> {
  const about: About = { type: 'decimal_whole_digits', context: { whole_digits: limit } }
  return decimalRule(about, ({ places }) => places.digits - places.decimals <= limit)
}

function multipleRule(unit: Decimal): Rule<Decimal> {
  const size = Number(unit)
  if (unit.negative || unit.digits === 0n) throw new RangeError(`multipleOf is not above 0: ${unit}`)
  const about: About = { type: 'multiple_of', context: { multiple_of: size }, schema: { multipleOf: size } }
  return decimalRule(about, (value) => value.isFinite && value.isMultipleOf(unit))
}

function isCount(count: number | undefined): boolean {
  return count === undefined || (Number.isInteger(count) && count >= 0)
}

function limitOf(limit: DecimalLimit): Decimal {
  const value = limit instanceof Decimal ? limit : Decimal.from(limit)
  if (!value.isFinite) throw new RangeError(`Not a finite decimal: ${limit}`)
  return value
}
