import { quote } from '../compile/quote.ts'
import { createBreach } from '../issues/catalog.ts'
import { type DecimalBoundOptions, decimalRules, mistakesOfDecimalBounds } from '../rules/decimal-bounds.ts'
import { firstBreach, schemaOfRules } from '../rules/rule.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { Decimal, parseDecimal } from '../text/decimal.ts'
import { Exactness } from './conversion.ts'
import { defineKind } from './define.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import type { Step } from './step.ts'

/** Options of {@link decimal}. */
export interface DecimalOptions extends FieldOptions<Decimal>, DecimalBoundOptions {
  /** Accepts NaN and the infinities. Not together with `maxDigits` or `decimalPlaces`. Default false. */
  readonly allowInfNan?: boolean
  /** Accepts a {@link Decimal} only, so nothing from the wire. Default: the model's `strict`, else false. */
  readonly strict?: boolean
}

/** An exact decimal number. It is a string in JSON. */
export function decimal<const Options extends KnownOptions<DecimalOptions, Options> = DecimalOptions>(
  options?: Options,
  ...steps: Step<Decimal>[]
): Kind<Decimal, Decimal | string | number | bigint, IsOptional<Options>> {
  const limitMistakes = mistakesOfDecimalBounds(options ?? {})
  const rules = limitMistakes.length === 0 ? decimalRules(options ?? {}) : []
  const isFiniteOnly = options?.allowInfNan !== true
  return defineKind({
    name: 'decimal',
    options,
    steps,
    mistakes: [...limitMistakes, ...mistakesOfDigits(options ?? {})],

    convert(input, state) {
      const strict = options?.strict ?? state.strict
      const isOwn = input instanceof Decimal || (state.isWritten && typeof input === 'string')
      if (strict && !isOwn) {
        return state.refuse(this, createBreach('is_instance_of', { class: 'Decimal' }), input)
      }
      if (!isReadable(input)) return state.refuse(this, 'decimal_type', input)
      if (!(input instanceof Decimal)) state.lower(Exactness.lax)
      const value = readDecimal(input)
      if (value === undefined) return state.refuse(this, 'decimal_parsing', input)
      if (isFiniteOnly && !value.isFinite) return state.refuse(this, 'finite_number', input)
      const breach = firstBreach(rules, value)
      return breach === undefined ? value : state.refuse(this, breach, input)
    },

    accept(value, code) {
      code.require(`${value} instanceof ${code.constant(Decimal)}`)
      if (isFiniteOnly) code.require(`${value}.isFinite`)
      for (const rule of rules) rule.accept(value, code)
      return value
    },

    serialize: (value) => value.toString(),

    write(value, code) {
      return code.call(quote, `${this.accept(value, code)}.toString()`)
    },

    describe: ({ direction }) => {
      const text = { type: 'string' }
      const size: JsonSchema = { type: 'number', ...schemaOfRules(rules) }
      return direction === 'input' ? { anyOf: [size, text] } : text
    },
  })
}

/** NaN and the infinities have no digits to count. */
function mistakesOfDigits({ allowInfNan, maxDigits, decimalPlaces }: DecimalOptions): string[] {
  if (allowInfNan !== true) return []
  const counted = Object.entries({ maxDigits, decimalPlaces }).filter(([, limit]) => limit !== undefined)
  return counted.map(([name]) => `${name} and allowInfNan exclude each other; leave one out`)
}

function isReadable(input: unknown): input is Decimal | string | number | bigint {
  return (
    input instanceof Decimal ||
    typeof input === 'string' ||
    typeof input === 'number' ||
    typeof input === 'bigint'
  )
}

function readDecimal(input: Decimal | string | number | bigint): Decimal | undefined {
  if (input instanceof Decimal) return input
  return typeof input === 'string' ? parseDecimal(input) : Decimal.from(input)
}
