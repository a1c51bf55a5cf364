import { parseBoolean } from '../text/boolean.ts'
import { Numeral } from '../text/scalar.ts'
import { Exactness } from './conversion.ts'
import { defineKind } from './define.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import { asItIs } from './projection.ts'
import type { Step } from './step.ts'

/** Options of {@link boolean}. */
export interface BooleanOptions extends FieldOptions<boolean> {
  /**
   * Accepts only true and false. When false, also 1 and 0 (as a `Decimal` too) and words such as `yes` and `off`.
   * Default: the model's `strict`, else false.
   */
  readonly strict?: boolean
}

/** True or false. */
export function boolean<const Options extends KnownOptions<BooleanOptions, Options> = BooleanOptions>(
  options?: Options,
  ...steps: Step<boolean>[]
): Kind<boolean, boolean, IsOptional<Options>> {
  return defineKind({
    name: 'boolean',
    options,
    steps,

    convert(input, state) {
      if (typeof input === 'boolean') return input
      if (options?.strict ?? state.strict) return state.refuse(this, 'bool_type', input)
      state.lower(Exactness.lax)
      if (typeof input === 'string') {
        const value = parseBoolean(input)
        if (value !== undefined) return value
        return state.refuse(this, input.isWellFormed() ? 'bool_parsing' : 'string_unicode', input)
      }
      const number = input instanceof Numeral ? Number(input) : input
      if (number === 1 || number === 1n) return true
      if (number === 0 || number === 0n) return false
      return state.refuse(this, isCounted(number) ? 'bool_parsing' : 'bool_type', input)
    },

    accept(value, code) {
      code.require(`typeof ${value} === 'boolean'`)
      return value
    },

    serialize: asItIs,

    write(value, code) {
      return `(${this.accept(value, code)} ? 'true' : 'false')`
    },

    describe: () => ({ type: 'boolean' }),
  })
}

/** Whether pydantic holds a number as a 64-bit integer: such a number has the right type but no truth value. */
function isCounted(input: unknown): boolean {
  if (typeof input === 'bigint') return BigInt.asIntN(64, input) === input
  return Number.isInteger(input) && Number(input) >= -(2 ** 63) && Number(input) < 2 ** 63
}
