import type { JsonSchema } from '@postern/model'

/**
 * Returns the schemas with every tag required by which a discriminator somewhere in `document` distinguishes them. A
 * union cannot be read without its tag, although a model alone may have a default for it.
 */
export function requireTags(
  schemas: Readonly<Record<string, JsonSchema>>,
  document: unknown,
): Readonly<Record<string, JsonSchema>> {
  const tags = new Map<string, Set<string>>()
  noteTags([schemas, document], tags)
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withRequired(schema, tags.get(name))]),
  )
}

function noteTags(value: unknown, tags: Map<string, Set<string>>): void {
  if (typeof value !== 'object' || value === null) return
  if ('discriminator' in value) {
    const { propertyName, mapping }: JsonSchema = Object(value.discriminator)
    for (const reference of Object.values(Object(mapping))) {
      const name = String(reference).replace('#/components/schemas/', '')
      const known = tags.get(name) ?? new Set()
      tags.set(name, known.add(String(propertyName)))
    }
  }
  for (const member of Object.values(value)) noteTags(member, tags)
}

function withRequired(schema: JsonSchema, tags: ReadonlySet<string> | undefined): JsonSchema {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  const all = new Set([...required, ...(tags ?? [])])
  return all.size === required.length ? schema : { ...schema, required: [...all] }
}
