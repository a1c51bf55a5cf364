import { changeSchemas, mapMembers } from './change-schemas.ts'
import type { JsonSchema } from './json-schema.ts'

/** Translates a schema from draft 2020-12 to draft 07, with the same meaning. */
export function inDraft07(schema: JsonSchema): JsonSchema {
  return changeSchemas(schema, ({ $ref, $defs, prefixItems, items, discriminator, ...words }) => {
    const rest = prefixItems === undefined ? { items } : { items: prefixItems, additionalItems: items }
    const members = { ...words, ...rest, definitions: $defs, discriminator: moveMapping(discriminator) }
    const written = Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined))
    if ($ref === undefined) return written
    const reference = { $ref: moveReference($ref) }
    // Draft 07 ignores keywords beside a reference.
    return Object.keys(written).length === 0 ? reference : { allOf: [reference], ...written }
  })
}

/** Rewrites the references of OpenAPI's `mapping`, where some tools look for the tags of a union. */
function moveMapping(discriminator: unknown): unknown {
  if (discriminator === undefined) return undefined
  const { mapping, ...words }: JsonSchema = Object(discriminator)
  return { ...words, mapping: mapMembers(Object(mapping), moveReference) }
}

function moveReference(reference: unknown): string {
  return String(reference).replace('#/$defs/', '#/definitions/')
}
