import type { Direction, JsonSchema } from './json-schema.ts'

/** Something that can be named in `$defs`: a model, by identity. */
export interface Definable {
  readonly name: string
}

/** The state of one description: its direction and the definitions met so far, so that recursion ends in a `$ref`. */
export class Description {
  readonly direction: Direction
  /** Returns the `$ref` of a definition. Called once per use, so that the caller may choose names and places. */
  readonly refer: (definable: Definable) => string
  /** Whether it describes data written without the fields that are null. */
  readonly excludesNone: boolean
  readonly #schemas = new Map<Definable, JsonSchema>()

  constructor(
    direction: Direction,
    refer = (definable: Definable) => `#/$defs/${definable.name}`,
    { excludeNone = false }: { readonly excludeNone?: boolean } = {},
  ) {
    this.direction = direction
    this.refer = refer
    this.excludesNone = excludeNone
  }

  /** Returns a reference to `definable`, which `describe` describes when it is first met. */
  define(definable: Definable, describe: () => JsonSchema): JsonSchema {
    if (!this.#schemas.has(definable)) {
      this.#schemas.set(definable, {})
      this.#schemas.set(definable, describe())
    }
    return { $ref: this.refer(definable) }
  }

  /** Every definition met, in order of first use. */
  get definitions(): ReadonlyMap<Definable, JsonSchema> {
    return this.#schemas
  }
}

/** Returns the schema itself, also where the description is a reference: the schema it refers to. */
export function ownSchema(
  direction: Direction,
  describe: (description: Description) => JsonSchema,
): JsonSchema {
  const description = new Description(direction)
  const described = describe(description)
  const [named = described] = description.definitions.values()
  return '$ref' in described ? named : described
}
