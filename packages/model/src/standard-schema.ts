import { INVALID, type Invalid, type Result } from './issues/result.ts'
import { Conversion } from './kinds/conversion.ts'
import type { Kind } from './kinds/kind.ts'
import { inDraft07 } from './schema/draft-07.ts'
import type { Direction, JsonSchema } from './schema/json-schema.ts'

/** A model as other libraries see it: Standard Schema and Standard JSON Schema, version 1 (standardschema.dev). */
export interface StandardSchema<In = unknown, Out = In> {
  readonly version: 1
  readonly vendor: 'postern'
  readonly types?: { readonly input: In; readonly output: Out } | undefined
  readonly validate: (value: unknown) => StandardResult<Out>
  readonly jsonSchema: {
    readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>
    readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>
  }
}

/** The value, or the issues, each with the path to its place. */
export type StandardResult<Out> =
  | { readonly value: Out; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly PropertyKey[] }[] }

/** The dialect of JSON Schema to produce as `target`: `draft-2020-12` or `draft-07`. */
export interface StandardJsonSchemaOptions {
  readonly target: string
  readonly libraryOptions?: Record<string, unknown> | undefined
}

/**
 * Returns the `~standard` property of a model. Its JSON Schema functions throw for any dialect but draft 2020-12 and
 * draft 07, as the standard requires.
 */
export function standardSchema<In, Out>(model: {
  readonly kind: Kind<Out>
  readonly safeParse: (value: unknown) => Result<Out>
  readonly jsonSchema: (direction: Direction) => JsonSchema
}): StandardSchema<In, Out> {
  const described =
    (direction: Direction) =>
    ({ target }: StandardJsonSchemaOptions): Record<string, unknown> => {
      const schema = model.jsonSchema(direction)
      if (target === 'draft-2020-12')
        return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }
      if (target === 'draft-07')
        return { $schema: 'http://json-schema.org/draft-07/schema#', ...inDraft07(schema) }
      throw new RangeError(`No JSON Schema in ${target}; ask for the target draft-2020-12 or draft-07`)
    }
  return {
    version: 1,
    vendor: 'postern',
    validate(value) {
      const result = model.safeParse(value)
      if (result.ok) return { value: result.value }
      const state = new PathConversion()
      const converted = model.kind.convert(value, state)
      return converted === INVALID
        ? { issues: state.issues.map(({ msg, loc }) => ({ message: msg, path: loc })) }
        : { value: converted }
    },
    jsonSchema: { input: described('input'), output: described('output') },
  }
}

/** A conversion whose locations are paths through the input, without labels for union members or record keys. */
class PathConversion extends Conversion {
  override convertMember<Out>(kind: Kind<Out>, input: unknown): Out | Invalid {
    return kind.convert(input, this)
  }
}
