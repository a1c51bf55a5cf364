import { changeSchemas, mapMembers } from './change-schemas.ts'
import type { JsonSchema } from './json-schema.ts'

/** A schema of draft 2020-12 in the words of draft 07, with the same meaning. */
export function inDraft07(schema: JsonSchema): JsonSchema {
  return changeSchemas(schema, ({ $ref, $defs, prefixItems, items, discriminator, ...words }) => {
    const rest = prefixItems === undefined ? { items } : { items: prefixItems, additionalItems: items }
    const told = { ...words, ...rest, definitions: $defs, discriminator: moveMapping(discriminator) }
    const written = Object.fromEntries(Object.entries(told).filter(([, member]) => member !== undefined))
    if ($ref === undefined) return written
    const reference = { $ref: moveReference($ref) }
    // What stands beside a reference is not read there.
    return Object.keys(written).length === 0 ? reference : { allOf: [reference], ...written }
  })
}

/** OpenAPI's, in which some tools look for the tags of a union. */
function moveMapping(discriminator: unknown): unknown {
  if (discriminator === undefined) return undefined
  const { mapping, ...words }: JsonSchema = Object(discriminator)
  return { ...words, mapping: mapMembers(Object(mapping), moveReference) }
}

function moveReference(reference: unknown): string {
  return String(reference).replace('#/$defs/', '#/definitions/')
}
