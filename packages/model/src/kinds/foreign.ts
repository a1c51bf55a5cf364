import { INVALID, type Invalid } from '../issues/result.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { any } from './any.ts'
import { type Conversion, Exactness } from './conversion.ts'
import { defineKind } from './define.ts'
import { type ForeignResult, type ForeignSchema, placeOf } from './foreign-schema.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import { plainData } from './plain-data.ts'
import { FIELD_OPTIONS, unknownOptions } from './review/option-names.ts'
import { isObject } from './source.ts'
import type { Step } from './step.ts'

/**
 * A value that a schema of another library validates (Standard Schema, version 1, synchronous). Its issues become
 * issues of type `value_error`. Its own JSON Schema is shown where it provides one without references. `name` stands
 * for it in the locations of a union's issues. A validator that returns a promise is a TypeError.
 */
export function foreign<
  In,
  Out,
  const Options extends KnownOptions<FieldOptions<Out>, Options> = FieldOptions<Out>,
>(
  name: string,
  schema: ForeignSchema<In, Out>,
  ...[options, ...steps]: [options?: Options, ...steps: Step<Out>[]]
): Kind<Out, In, IsOptional<Options>> {
  const take = (input: unknown): Out | Invalid => {
    const result = validate(name, schema, input)
    return result.issues ? INVALID : result.value
  }
  return defineKind<Out, In, IsOptional<Options>>({
    name,
    options,
    steps,
    mistakes: mistakesOfSchema(name, schema, options),
    label: () => name,

    convert(input, state) {
      const result = validate(name, schema, input)
      if (!result.issues) return settle(result.value, input, state)
      if (state.isMade) {
        // A schema that transforms need not accept its own result.
        state.lower(Exactness.lax)
        return input as Out
      }
      const { issues } = result
      for (const issue of issues.length > 0 ? issues : [{ message: `Not valid as ${name}` }]) {
        const { path, value } = placeOf(issue, input)
        state.loc.push(...path.map((part) => state.showPlace(part)))
        state.refuse(this, { type: 'value_error', message: issue.message }, value)
        state.loc.length -= path.length
        if (state.isFull) break
      }
      return INVALID
    },

    accept(value, code) {
      const taken = code.local(code.call(take, value))
      code.require(`${taken} !== INVALID`)
      return code.options.isReply === true ? DATA.accept(taken, code) : taken
    },

    serialize: plainData,

    describe: ({ direction }) => describeForeign(schema, direction),
  })
}

/** Returns the value of a conversion whose input is valid and becomes `value`. */
function settle<Out>(value: Out, input: unknown, state: Conversion): Out | Invalid {
  if (value !== input) state.lower(Exactness.lax)
  // The server's schema transforms what a client sends, and a made value is transformed already.
  const settled = state.isSent ? (input as Out) : value
  const isWritable = !state.isReply || DATA.convert(settled, state) !== INVALID
  return isWritable ? settled : INVALID
}

/** Any data that JSON can hold exactly. */
const DATA = any()

function validate<In, Out>(name: string, schema: ForeignSchema<In, Out>, input: unknown): ForeignResult<Out> {
  const result = schema['~standard'].validate(input)
  // A promise of another library, or of another realm, is not an instance of Promise.
  if ('then' in Object(result)) {
    // Nobody awaits it, and an unhandled rejection ends the process.
    Promise.resolve(result).catch(() => undefined)
    throw new TypeError(`${name} validates asynchronously; use a schema that validates synchronously`)
  }
  const answer = result as ForeignResult<Out>
  if ('value' in Object(answer) || Array.isArray(Object(answer).issues)) return answer
  throw new TypeError(
    `${name} returns neither a value nor issues; validate(…) of a Standard Schema returns { value } or { issues }`,
  )
}

function mistakesOfSchema(name: string, schema: ForeignSchema, options: FieldOptions | undefined): string[] {
  if (typeof name !== 'string') return ["a name is missing; write foreign('Name', schema)"]
  const standard: unknown = Reflect.get(Object(schema), '~standard')
  const isKnown = isObject(standard) && 'version' in standard && standard.version === 1
  return [
    ...unknownOptions(name, options ?? {}, FIELD_OPTIONS),
    ...(isKnown ? [] : [`${name} is not a Standard Schema; write a schema whose ~standard has version 1`]),
  ]
}

function describeForeign(schema: ForeignSchema, direction: 'input' | 'output'): JsonSchema {
  try {
    const described = schema['~standard'].jsonSchema?.[direction]({ target: 'draft-2020-12' }) ?? {}
    // A reference points into the document that the schema was made for, which is not this one.
    if (JSON.stringify(described).includes('"$ref"')) return {}
    const { $schema: _, ...own } = described
    return own
  } catch {
    // The standard makes a schema throw where JSON Schema cannot express what it accepts.
    return {}
  }
}
