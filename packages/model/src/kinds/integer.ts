import type { IssueType } from '../issues/catalog.ts'
import { type BoundOptions, boundRules, mistakesOfBounds } from '../rules/bounds.ts'
import { firstBreach, schemaOfRules } from '../rules/rule.ts'
import { parseInteger } from '../text/integer.ts'
import { Numeral } from '../text/scalar.ts'
import { Exactness } from './conversion.ts'
import { defineKind } from './define.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import { asItIs } from './projection.ts'
import type { Step } from './step.ts'

/** Options of {@link integer}. */
export interface IntegerOptions extends FieldOptions<number>, BoundOptions {
  /**
   * Accepts whole numbers only. When false, also strings, booleans and decimals. Default: the model's `strict`, else
   * false.
   */
  readonly strict?: boolean
}

/** A whole number within ±(2^53−1); a number beyond is refused, never rounded. `1.0` is the integer 1. */
export function integer<const Options extends KnownOptions<IntegerOptions, Options> = IntegerOptions>(
  options?: Options,
  ...steps: Step<number>[]
): Kind<number, number, IsOptional<Options>> {
  const rules = boundRules(options ?? {}, isMultiple)
  return defineKind({
    name: 'integer',
    options,
    steps,
    mistakes: mistakesOfInteger(options ?? {}),

    convert(input, state) {
      const strict = options?.strict ?? state.strict
      if (typeof input !== 'number' && typeof input !== 'bigint') state.lower(Exactness.lax)
      const read = readInteger(input, strict)
      if (typeof read === 'string') return state.refuse(this, read, input)
      const breach = firstBreach(rules, read)
      if (breach !== undefined) return state.refuse(this, breach, input)
      // A bound says more than the range of numbers, so it comes first.
      if (Number.isSafeInteger(Number(read))) return Number(read)
      // JSON gives such an integer as a bigint, so this number was written with a fraction or exponent.
      if (typeof input === 'number') state.lower(Exactness.lax)
      return state.refuseUnsafe(this, 'int_parsing_size', input)
    },

    accept(value, code) {
      const read =
        (options?.strict ?? code.strict)
          ? value
          : code.local(`typeof ${value} === 'string' ? ${code.call(parseInteger, value)} : ${value}`)
      code.require(`Number.isSafeInteger(${read})`)
      for (const rule of rules) rule.accept(read, code)
      // An integer has no negative zero.
      return `(${read} + 0)`
    },

    serialize: asItIs,

    write(value, code) {
      return `(${this.accept(value, code)} + '')`
    },

    describe: () => ({ type: 'integer', ...schemaOfRules(rules) }),
  })
}

function isMultiple(value: number | bigint, unit: number): boolean {
  return typeof value === 'bigint' ? value % BigInt(unit) === 0n : value % unit === 0
}

function mistakesOfInteger(options: IntegerOptions): string[] {
  const { multipleOf } = options
  const fraction = multipleOf !== undefined && Number.isFinite(multipleOf) && !Number.isInteger(multipleOf)
  return [
    ...mistakesOfBounds(options),
    ...(fraction ? [`multipleOf is ${multipleOf}; write a whole number, or use number()`] : []),
    ...mistakesOfReach(options),
  ]
}

/** Reports bounds that no safe integer meets. */
function mistakesOfReach({ gt, ge, lt, le }: IntegerOptions): string[] {
  const most = Number.MAX_SAFE_INTEGER
  const bounds = [
    ['gt', gt, (limit: number) => limit >= most],
    ['ge', ge, (limit: number) => limit > most],
    ['lt', lt, (limit: number) => limit <= -most],
    ['le', le, (limit: number) => limit < -most],
  ] as const
  return bounds
    .filter(([, limit, isOut]) => limit !== undefined && Number.isFinite(limit) && isOut(limit))
    .map(([option, limit]) => `${option} ${limit} leaves no integer within ±(2^53−1); use decimal()`)
}

/** Returns the whole number that an input stands for, or the type of its issue. */
function readInteger(input: unknown, strict: boolean): number | bigint | IssueType {
  if (typeof input === 'number') return readNumber(input, strict)
  if (typeof input === 'bigint') return input
  if (strict) return 'int_type'
  if (typeof input === 'boolean') return input ? 1 : 0
  if (input instanceof Numeral) return readNumeral(String(input))
  if (typeof input !== 'string') return 'int_type'
  const value = parseInteger(input)
  if (value === undefined) return input.isWellFormed() ? 'int_parsing' : 'string_unicode'
  return value === Infinity || value === -Infinity ? 'int_parsing_size' : value
}

function readNumber(input: number, strict: boolean): number | IssueType {
  if (Number.isSafeInteger(input)) return input + 0
  // JSON gives an integer this large as a bigint, so this number was written with a fraction or exponent.
  if (strict) return 'int_type'
  if (!Number.isFinite(input)) return 'finite_number'
  if (!Number.isInteger(input)) return 'int_from_float'
  return Math.abs(input) < 2 ** 63 ? input : 'int_parsing_size'
}

function readNumeral(text: string): number | bigint | IssueType {
  const whole = parseInteger(text)
  if (whole !== undefined) return whole
  const read = readNumber(Number(text), false)
  // A number loses a fraction that is much smaller than its whole part.
  return typeof read === 'number' && FRACTION.test(text) ? 'int_from_float' : read
}

/**
 * A fraction: digits after the point with no power of ten that could make them whole, or a division by a power of ten.
 */
const FRACTION = /\.\d+$|[1-9].*E-/
