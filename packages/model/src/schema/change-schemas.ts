import type { JsonSchema } from './json-schema.ts'

/**
 * Returns the schema with `change` applied to it and to every schema in it, innermost first. What is not a schema
 * stays.
 */
export function changeSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const changed = (member: unknown): unknown => {
    if (Array.isArray(member)) return member.map(changed)
    return typeof member === 'object' && member !== null ? changeSchemas({ ...member }, change) : member
  }
  return change(
    mapMembers(schema, (member, keyword) => {
      if (VALUES.includes(keyword)) return member
      return NAMED.includes(keyword) ? mapMembers(Object(member), changed) : changed(member)
    }),
  )
}

/** Returns the object with every member changed, under the same names. */
export function mapMembers<Member, Changed>(
  named: Readonly<Record<string, Member>>,
  change: (member: Member, name: string) => Changed,
): Readonly<Record<string, Changed>> {
  return Object.fromEntries(Object.entries(named).map(([name, member]) => [name, change(member, name)]))
}

/** Keywords whose members have user-chosen names, and keywords that contain no schemas. */
const NAMED = ['properties', 'patternProperties', '$defs']
const VALUES = ['default', 'const', 'enum', 'examples', 'discriminator']
