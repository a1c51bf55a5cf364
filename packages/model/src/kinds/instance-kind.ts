import { createBreach, type IssueType } from '../issues/catalog.ts'
import type { Parsed } from '../text/parsed.ts'
import { isNumeric } from '../text/scalar.ts'
import { Exactness } from './conversion.ts'
import { type AnyStep, defineKind } from './define.ts'
import type { FieldOptions, Kind } from './kind.ts'

/** Options of the kinds whose values are instances of a class. */
export interface InstanceOptions<Value> extends FieldOptions<Value> {
  /** Accepts instances only, so nothing from the wire. Default: the model's `strict`, else false. */
  readonly strict?: boolean
}

/**
 * What the file of such a kind defines, in the order of every kind: options, convert, accept, describe. The value
 * writes itself.
 */
export interface InstanceDefinition<Value> {
  readonly name: string
  readonly options: InstanceOptions<Value> | undefined
  readonly steps: readonly AnyStep[]
  /** Parse a string, a number, and input of another type; undefined for input that is not parsed at all. */
  readonly parse: (text: string) => Parsed<Value>
  readonly fromNumber: (number: number) => Parsed<Value>
  readonly fromOther?: (input: unknown) => Parsed<Value> | undefined
  /** The issue types for input of another type, and for input that could not be parsed for the given reason. */
  readonly wrongType: IssueType
  readonly issueFor: (reason: string, input: unknown) => IssueType
  /** Returns the value if the input is one already. */
  readonly own: (input: unknown) => Value | undefined
  /** The JSON Schema format of its text. */
  readonly format: string
  /**
   * What a reply need not parse: strings that are valid and equal to the text written for their value, in which
   * `unlike` finds nothing; and other input whose text is quick to make with `textOf` (undefined where it is not).
   */
  readonly written?: { readonly unlike: RegExp; readonly textOf: (input: unknown) => string | undefined }
}

/**
 * A kind whose values are immutable instances of one class. They are written as the ASCII text that `toString` returns.
 */
export function instanceKind<Value extends object, In, Optional extends boolean>(
  definition: InstanceDefinition<Value>,
): Kind<Value, In, Optional> {
  const { name, options, steps, parse, own, format } = definition
  return defineKind({
    name,
    options,
    steps,

    convert(input, state) {
      const value = own(input)
      if (value !== undefined) return value
      const isStrict = (options?.strict ?? state.strict) && !(state.isWritten && typeof input === 'string')
      const parsed = isStrict ? undefined : read(definition, input)
      state.lower(Exactness.lax)
      if (parsed === undefined) return state.refuse(this, definition.wrongType, input)
      if (parsed.ok) return parsed.value
      if (typeof input === 'string' && !input.isWellFormed())
        return state.refuse(this, 'string_unicode', input)
      const type = definition.issueFor(parsed.reason, input)
      return state.refuse(this, type === INEXACT ? type : createBreach(type, { error: parsed.reason }), input)
    },

    accept(value, code) {
      const lax = (input: unknown) => own(input) ?? parseText(parse, input)
      const take = (options?.strict ?? code.strict) ? own : lax
      const taken = code.local(code.call(take, value))
      code.require(`${taken} !== undefined`)
      return taken
    },

    serialize: (value) => value.toString(),

    write(value, code) {
      return `"\\"" + ${this.project?.(value, code)} + "\\""`
    },

    project(value, code) {
      const { written } = definition
      if (written === undefined || (options?.strict ?? code.strict))
        return `${this.accept(value, code)}.toString()`
      const isWritten = `typeof ${value} === 'string' && !${code.constant(written.unlike)}.test(${value})`
      const text = code.local(`${isWritten} ? ${value} : ${code.call(written.textOf, value)}`)
      code.block(`if (${text} === undefined)`, () =>
        code.statement(`${text} = ${this.accept(value, code)}.toString();`),
      )
      return text
    },

    describe: () => ({ type: 'string', format }),
  })
}

/** The one reason for a failed parse that pydantic does not show. */
const INEXACT = 'date_from_datetime_inexact'

function read<Value>(
  { parse, fromNumber, fromOther }: InstanceDefinition<Value>,
  input: unknown,
): Parsed<Value> | undefined {
  if (typeof input === 'string') return parse(input)
  return isNumeric(input) ? fromNumber(Number(input)) : fromOther?.(input)
}

function parseText<Value>(parse: InstanceDefinition<Value>['parse'], input: unknown): Value | undefined {
  const parsed = typeof input === 'string' ? parse(input) : undefined
  return parsed?.ok === true ? parsed.value : undefined
}
