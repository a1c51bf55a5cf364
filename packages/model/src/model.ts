import { createConverter, type Converter } from './converter.ts'
import { fieldOf } from './field.ts'
import type { Fields, ModelInput, ModelOutput } from './infer.ts'
import type { Result } from './issues/result.ts'
import { ValidationError } from './issues/validation-error.ts'
import { type Extra, modelKind } from './kinds/model-kind.ts'
import { KIND, type Kind } from './kinds/kind.ts'
import { Description } from './schema/description.ts'
import type { Direction, JsonSchema } from './schema/json-schema.ts'

/** Options of a model. */
export interface ModelOptions {
  /** What becomes of keys that no field has: dropped, refused, or kept. Default `ignore`. */
  readonly extra?: Extra
  /** Documentation text of the model. */
  readonly description?: string
}

/** The class that {@link Model} makes; `class PostCreate extends Model({…}) {}` gives it its name. */
export interface ModelClass<F extends Fields> {
  /** Validates as it builds (spec §2); throws a {@link ValidationError} that lists every issue. */
  new (input: ModelInput<F>): ModelOutput<F>
  /** An instance built from `input`; throws a {@link ValidationError} that lists every issue. */
  parse<Instance>(this: new (input: never) => Instance, input: unknown): Instance
  /** An instance built from `input`, or every issue. Never throws for bad data. */
  safeParse<Instance>(this: new (input: never) => Instance, input: unknown): Result<Instance>
  /** The model's JSON Schema 2020-12, with `$defs` for the models it uses. Default direction: input. */
  jsonSchema(direction?: Direction): JsonSchema
  readonly fields: F
  readonly [KIND]: Kind<ModelOutput<F>, ModelInput<F>, false>
}

/** Declares a model: the class to extend. Its fields are kinds or other models, in the order they are told of. */
export function Model<const F extends Fields>(fields: F, options: ModelOptions = {}): ModelClass<F> {
  const declared = Object.entries(fields).map(([name, kind]) => fieldOf(name, kind))
  const compiled = new WeakMap<object, Converter<unknown>>()
  const converterOf = (model: { name: string; prototype: object }): Converter<unknown> => {
    const known = compiled.get(model)
    if (known !== undefined) return known
    const made = createConverter(modelKind({ model, fields: declared, options }))
    compiled.set(model, made)
    return made
  }

  class Declared {
    static readonly fields = fields

    constructor(input: unknown) {
      const result = converterOf(new.target).convert(input)
      if (!result.ok) throw new ValidationError(new.target.name, result.issues)
      // biome-ignore lint/correctness/noConstructorReturn: placeholder
      return result.value as Declared
    }

    static get [KIND](): Kind {
      return converterOf(this).kind
    }

    static parse(input: unknown): unknown {
      return new this(input)
    }

    static safeParse(input: unknown): Result<unknown> {
      return converterOf(this).convert(input)
    }

    static jsonSchema(direction: Direction = 'input'): JsonSchema {
      const description = new Description(direction)
      converterOf(this).kind.describe(description)
      const [self, ...others] = [...description.definitions]
      const definitions = others.map(([definable, schema]) => [definable.name, schema])
      return { ...self?.[1], ...(others.length > 0 && { $defs: Object.fromEntries(definitions) }) }
    }
  }
  return Declared as unknown as ModelClass<F>
}
