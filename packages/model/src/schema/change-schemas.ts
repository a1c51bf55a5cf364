import type { JsonSchema } from './json-schema.ts'

/** The same schema where `change` was made to it and to every schema in it, from within; what is no schema stays. */
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

/** The same object with other members under its names. */
export function mapMembers<Member, Changed>(
  named: Readonly<Record<string, Member>>,
  change: (member: Member, name: string) => Changed,
): Readonly<Record<string, Changed>> {
  return Object.fromEntries(Object.entries(named).map(([name, member]) => [name, change(member, name)]))
}

/** Keywords whose members have names that somebody chose, and those that hold no schemas. */
const NAMED = ['properties', 'patternProperties', '$defs']
const VALUES = ['default', 'const', 'enum', 'examples', 'discriminator']
