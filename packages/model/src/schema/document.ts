import { DeclarationError } from '../issues/declaration-error.ts'
import { repeatedOf } from '../issues/repeated.ts'
import { type Definable, Description } from './description.ts'
import type { Direction, JsonSchema } from './json-schema.ts'

/**
 * Returns a schema that stands alone: what it refers to is in its `$defs`. The described schema itself is inlined at
 * the root unless it refers to itself. Throws a {@link DeclarationError} where two models have the same name.
 */
export function schemaDocument(
  describe: (description: Description) => JsonSchema,
  direction: Direction,
): JsonSchema {
  const uses = new Map<Definable, number>()
  const description = new Description(direction, (definable) => {
    uses.set(definable, (uses.get(definable) ?? 0) + 1)
    return `#/$defs/${pointerPart(definable.name)}`
  })
  const root = describe(description)
  const [own] = [...description.definitions].filter(([definable]) => isInlined(root, definable, uses))
  const definitions = [...description.definitions].filter(([definable]) => definable !== own?.[0])
  refuseClashes(definitions.map(([definable]) => definable.name))
  const { $ref: _, ...words } = root
  return {
    ...(definitions.length > 0 && {
      $defs: Object.fromEntries(definitions.map(([definable, schema]) => [definable.name, schema])),
    }),
    ...(own === undefined ? root : { ...own[1], ...words }),
  }
}

function isInlined(root: JsonSchema, definable: Definable, uses: ReadonlyMap<Definable, number>): boolean {
  return root.$ref === `#/$defs/${pointerPart(definable.name)}` && uses.get(definable) === 1
}

/** Returns a name as part of the JSON pointer in a URI's fragment (RFC 6901 §6). */
function pointerPart(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function refuseClashes(names: readonly string[]): void {
  const mistakes = repeatedOf(names).map((name) => `two models are called ${name}; rename one`)
  if (mistakes.length > 0) throw new DeclarationError('The schema', mistakes)
}
