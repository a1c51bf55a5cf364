import type { Code } from '../compile/code.ts'
import { INVALID } from '../issues/result.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Conversion } from './conversion.ts'
import { defineKind } from './define.ts'
import type { Kind } from './kind.ts'

/** What becomes of keys that no field of a model has (pydantic's `extra`). */
export type Extra = 'ignore' | 'forbid' | 'allow'

/** A field as a model's kind needs it; `field.ts` makes them. */
export interface ModelField {
  readonly name: string
  readonly wireName: string
  readonly kind: Kind
  readonly required: boolean
  readonly default: () => unknown
}

/** What {@link modelKind} is made of: the class whose instances it builds, its fields in order, its options. */
export interface ModelShape {
  readonly model: { readonly name: string; readonly prototype: object }
  readonly fields: readonly ModelField[]
  readonly options: { readonly extra?: Extra; readonly description?: string }
}

/** Objects with declared fields, built as instances of a class. */
export function modelKind(shape: ModelShape): Kind<Record<string, unknown>, unknown, false> {
  const { model, fields } = shape
  const build = instanceBuilder(shape)
  return defineKind({
    name: model.name,
    options: {},

    convert(input, state) {
      if (input === null || typeof input !== 'object' || Array.isArray(input))
        return state.refuse(this, 'model_attributes_type', { input })
      const source = input as Record<string, unknown>
      const values = fields.map((field) => convertField(field, source, { state, refusing: this }))
      return values.includes(INVALID) ? INVALID : build(...values)
    },

    accept(value, code) {
      code.require(`${value} !== null && typeof ${value} === 'object' && !Array.isArray(${value})`)
      const values = fields.map((field) => acceptField(field, value, code))
      return `new ${code.constant(build.Shape)}(${values.join(', ')})`
    },

    serialize: (value) =>
      Object.fromEntries(fields.map((field) => [field.wireName, field.kind.serialize(value[field.name])])),

    write(value, code) {
      return `${code.constant(JSON.stringify)}(${code.constant(this.serialize)}(${this.accept(value, code)}))`
    },

    describe: (description) =>
      description.define(model, () => {
        const properties = fields.map((field): [string, JsonSchema] => [
          field.wireName,
          field.kind.describe(description),
        ])
        const required = fields.filter((field) => field.required).map((field) => field.wireName)
        return {
          type: 'object',
          title: model.name,
          properties: Object.fromEntries(properties),
          ...(required.length > 0 && { required }),
        }
      }),
  })
}

function convertField(
  field: ModelField,
  source: Record<string, unknown>,
  context: { readonly state: Conversion; readonly refusing: Pick<Kind, 'mask'> },
): unknown {
  const { state } = context
  const given = source[field.wireName]
  if (given === undefined) {
    if (!field.required) return field.default()
    return state.refuse(context.refusing, 'missing', { input: source, part: field.wireName })
  }
  state.loc.push(field.wireName)
  const value = field.kind.convert(given, state)
  state.loc.pop()
  return value
}

function acceptField(field: ModelField, value: string, code: Code): string {
  const given = code.local(`${value}[${JSON.stringify(field.wireName)}]`)
  if (field.required) {
    code.require(`${given} !== undefined`)
    return code.local(field.kind.accept(given, code))
  }
  const result = code.local('undefined')
  code.block(`if (${given} === undefined)`, () =>
    code.statement(`${result} = ${code.constant(field.default)}();`),
  )
  code.block('else', () => code.statement(`${result} = ${field.kind.accept(given, code)};`))
  return result
}

interface InstanceBuilder {
  (...values: unknown[]): Record<string, unknown>
  readonly Shape: new (...values: unknown[]) => Record<string, unknown>
}

function instanceBuilder({ model, fields }: ModelShape): InstanceBuilder {
  const Shape = function (this: Record<string, unknown>, ...values: unknown[]): void {
    fields.forEach((field, index) => {
      this[field.name] = values[index]
    })
  }
  Shape.prototype = model.prototype
  const Constructor = Shape as unknown as InstanceBuilder['Shape']
  return Object.assign((...values: unknown[]) => new Constructor(...values), { Shape: Constructor })
}
