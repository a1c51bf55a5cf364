import type { IssueType } from '../issues/catalog.ts'
import { type BoundOptions, boundRules, mistakesOfBounds } from '../rules/bounds.ts'
import { firstBreach, schemaOfRules } from '../rules/rule.ts'
import { parseNumber } from '../text/number.ts'
import { isNumeric } from '../text/scalar.ts'
import { type Conversion, Exactness } from './conversion.ts'
import { defineKind } from './define.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import { asItIs } from './projection.ts'
import type { Step } from './step.ts'

/** Options of {@link number}. */
export interface NumberOptions extends FieldOptions<number>, BoundOptions {
  /** Accepts NaN and the infinities, which become null in JSON. Default true, as in pydantic. */
  readonly allowInfNan?: boolean
  /**
   * Accepts numbers and decimals only. When false, also strings and booleans. Default: the model's `strict`, else
   * false.
   */
  readonly strict?: boolean
}

/** A double-precision number. */
export function number<const Options extends KnownOptions<NumberOptions, Options> = NumberOptions>(
  options?: Options,
  ...steps: Step<number>[]
): Kind<number, number, IsOptional<Options>> {
  const rules = boundRules(options ?? {}, isMultiple)
  const isFiniteOnly = options?.allowInfNan === false
  return defineKind({
    name: 'number',
    options,
    steps,
    mistakes: mistakesOfBounds(options ?? {}),

    convert(input, state) {
      const value = readNumber(input, options?.strict ?? state.strict, state)
      if (typeof value === 'string') return state.refuse(this, value, input)
      if (isFiniteOnly && !Number.isFinite(value)) return state.refuse(this, 'finite_number', input)
      const breach = firstBreach(rules, value)
      return breach === undefined ? value : state.refuse(this, breach, input)
    },

    accept(value, code) {
      const read =
        (options?.strict ?? code.strict)
          ? value
          : code.local(`typeof ${value} === 'string' ? ${code.call(parseNumber, value)} : ${value}`)
      code.require(isFiniteOnly ? `Number.isFinite(${read})` : `typeof ${read} === 'number'`)
      for (const rule of rules) rule.accept(read, code)
      return read
    },

    serialize: asItIs,

    write(value, code) {
      const read = this.accept(value, code)
      return isFiniteOnly ? `(${read} + '')` : `(Number.isFinite(${read}) ? ${read} + '' : 'null')`
    },

    describe: () => ({ type: 'number', ...schemaOfRules(rules) }),
  })
}

// 0.3 is not an exact multiple of 0.1, so pydantic tolerates a billionth. NaN and the infinities pass.
function isMultiple(value: number | bigint, unit: number): boolean {
  const size = Math.abs(Number(value))
  return !(Math.abs(size - Math.round(size / unit) * unit) > 1e-9)
}

/** Returns the number that an input stands for, or the type of its issue. */
function readNumber(input: unknown, strict: boolean, state: Conversion): number | IssueType {
  if (isNumeric(input)) {
    const value = Number(input)
    if (typeof input !== 'number' || Number.isInteger(value)) state.lower(Exactness.strict)
    return typeof input === 'bigint' && !Number.isFinite(value) ? 'float_type' : value
  }
  if (strict) return 'float_type'
  state.lower(Exactness.lax)
  if (typeof input === 'boolean') return input ? 1 : 0
  if (typeof input !== 'string') return 'float_type'
  return parseNumber(input) ?? (input.isWellFormed() ? 'float_parsing' : 'string_unicode')
}
