import type { Code } from '../compile/code.ts'
import { createBreach } from '../issues/catalog.ts'
import { repeatedOf } from '../issues/repeated.ts'
import { shownGiven } from '../issues/shown-given.ts'
import type { Definable } from '../schema/description.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { parseInteger } from '../text/integer.ts'
import { parseNumber } from '../text/number.ts'
import { showPython } from '../text/python-literal.ts'
import { Numeral } from '../text/scalar.ts'
import { defineKind } from './define.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import { asItIs } from './projection.ts'
import { requireList } from './review/mistakes.ts'
import type { Step } from './step.ts'

/** A value that a literal can stand for. */
export type LiteralValue = string | number | boolean | null

/** Options of {@link literal}. */
export interface LiteralOptions<Value = LiteralValue> extends FieldOptions<Value> {
  /**
   * Makes the values an enumeration of this name. Issues are of type `enum`, documents define it once under the name,
   * and if all values are numbers, strings of them are accepted too.
   */
  readonly name?: string
  /**
   * Whether an enumeration accepts exactly its values: no `true` for 1, and no string for a number. Default: the
   * model's `strict`, else false.
   */
  readonly strict?: boolean
}

/** One of the listed values. A boolean stands for 1 or 0, and the other way round, if only the other is listed. */
export function literal<
  const Values extends readonly LiteralValue[],
  const Options extends KnownOptions<LiteralOptions<Values[number]>, Options> = LiteralOptions<
    Values[number]
  >,
>(
  values: Values,
  options?: Options,
  ...steps: Step<Values[number]>[]
): Kind<Values[number], Values[number], IsOptional<Options>> {
  requireList(values, "literal(['a', 'b'])")
  const name = options?.name
  const find = lookup<Values[number]>(values, name !== undefined)
  const breach = createBreach(name === undefined ? 'literal_error' : 'enum', {
    expected: expectation(values),
  })
  return defineKind({
    name: 'literal',
    options,
    steps,
    mistakes: mistakesOfValues(values),
    label: () => label(values, name),

    convert(input, state) {
      const isText = typeof input === 'string' && values.some((value) => typeof value === 'string')
      if (isText && !input.isWellFormed()) return state.refuse(this, 'string_unicode', input)
      const value = find(input)
      const isLax = name !== undefined && value !== input && (options?.strict ?? state.strict)
      if (value === undefined || isLax) return state.refuse(this, breach, input)
      // A handler's boolean is not 1, although it is taken for 1 where nothing else accepts it.
      if (name !== undefined || (state.isReply && value !== input)) state.lowerFromJson(value === input)
      return value
    },

    accept(value, code) {
      code.require(membership(value, values, code))
      return values.includes(0) ? `(${value} === 0 ? 0 : ${value})` : value
    },

    serialize: asItIs,

    describe: (description) =>
      name === undefined
        ? schemaOf(values)
        : description.define(enumeration(name, values), () => ({ title: name, ...namedSchema(values) })),
  })
}

const ENUMERATIONS = new Map<string, Definable>()

/**
 * Returns the definition of an enumeration in documents. It is the same wherever name and values are equal, so that
 * each field can have its own default and words.
 */
function enumeration(name: string, values: readonly LiteralValue[]): Definable {
  const identity = JSON.stringify([name, values])
  const known = ENUMERATIONS.get(identity) ?? { name }
  ENUMERATIONS.set(identity, known)
  return known
}

function lookup<Value extends LiteralValue>(
  values: readonly Value[],
  isEnum: boolean,
): (input: unknown) => Value | undefined {
  const found = new Map<unknown, Value>(values.map((value) => [value, value]))
  const numbers = isEnum ? numbersIn(values) : undefined
  const parse = numbers && PARSERS[numbers]
  const find = (input: unknown): Value | undefined => {
    const exact = found.get(input)
    if (exact !== undefined) return exact
    const twin = twinOf(input)
    if (twin !== undefined) return found.get(twin)
    if (typeof input === 'bigint')
      return Number.isSafeInteger(Number(input)) ? find(Number(input)) : undefined
    if (input instanceof Numeral) return find((parse ?? parseInteger)(String(input)))
    return typeof input === 'string' ? found.get(parse?.(input)) : undefined
  }
  return find
}

/**
 * Returns what Python considers equal: a boolean for 1 or 0, and the other way round. A literal that lists the one
 * accepts the other.
 */
export function twinOf(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  return value === 1 || value === 0 ? value === 1 : undefined
}

/** The Python type of an enumeration's numbers: one number with a fraction makes all of them floats. */
function numbersIn(values: readonly LiteralValue[]): 'int' | 'float' | undefined {
  if (values.every(Number.isInteger)) return 'int'
  return values.every((value) => typeof value === 'number') ? 'float' : undefined
}

const PARSERS = { int: parseInteger, float: parseNumber }

/** `1, 2 or 3` */
function expectation(values: readonly LiteralValue[]): string {
  const shown = values.map(showPython)
  const last = shown.pop() ?? ''
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`
}

function mistakesOfValues(values: readonly LiteralValue[]): string[] {
  const unwritable = values.filter((value) => typeof value === 'number' && !Number.isFinite(value))
  // Untyped code may list anything.
  const unusable = values.filter((value) => value !== null && !TYPES.includes(typeof value))
  return [
    ...unusable.map(
      (value) => `literal() lists ${shownGiven(value)}; write strings, numbers, booleans or null`,
    ),
    ...(values.length === 0 ? ['literal() lists no value; write at least one'] : []),
    ...repeatedOf(values).map((value) => `literal() lists ${shown(value)} more than once; list it once`),
    ...unwritable.map((value) => `literal() lists ${value}, which JSON cannot hold; leave it out`),
  ]
}

const TYPES: readonly string[] = ['string', 'number', 'boolean']

function shown(value: LiteralValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

function label(values: readonly LiteralValue[], name: string | undefined): string {
  if (name === undefined) return `literal[${values.map(showPython).join(',')}]`
  if (jsonType(values) === 'string') return `str-enum[${name}]`
  const numbers = numbersIn(values)
  return numbers === undefined ? `enum[${name}]` : `${numbers}-enum[${name}]`
}

function membership(value: string, values: readonly LiteralValue[], code: Code): string {
  // Beyond a handful of comparisons, looking into a set is faster.
  if (values.length > 8) return `${code.constant(new Set<unknown>(values))}.has(${value})`
  return values.map((member) => `${value} === ${code.constant(member)}`).join(' || ')
}

function schemaOf(values: readonly LiteralValue[]): JsonSchema {
  if (values.length !== 1) return enumSchema(values)
  return { const: values[0], type: jsonType(values) }
}

function namedSchema(values: readonly LiteralValue[]): JsonSchema {
  return { ...enumSchema(values), ...(numbersIn(values) === 'float' && { type: 'number' }) }
}

function enumSchema(values: readonly LiteralValue[]): JsonSchema {
  const type = jsonType(values)
  return { enum: values, ...(type !== undefined && type !== 'null' && { type }) }
}

/** Returns the JSON Schema type of all values, if they share one. */
function jsonType(values: readonly LiteralValue[]): string | undefined {
  const types = new Set(
    values.map((value) => {
      if (value === null) return 'null'
      return Number.isInteger(value) ? 'integer' : typeof value
    }),
  )
  return types.size === 1 ? [...types][0] : undefined
}
