import type { JsonSchema } from './json-schema.ts'

/** A schema of draft 2020-12 in the words of draft 07, with the same meaning. */
export function inDraft07(schema: JsonSchema): JsonSchema {
  const { $ref, ...words } = Object.fromEntries(
    Object.entries(schema).map(([word, member]) => rewritten(word, member, schema)),
  )
  if ($ref === undefined) return words
  // What stands beside a reference is not read there.
  return Object.keys(words).length === 0 ? { $ref } : { allOf: [{ $ref }], ...words }
}

/** Keywords whose members have names that somebody chose, and those that hold values. */
const NAMED = ['properties', 'patternProperties', '$defs']
const DATA = ['default', 'const', 'enum', 'examples']

function rewritten(word: string, member: unknown, { prefixItems }: JsonSchema): [string, unknown] {
  if (DATA.includes(word)) return [word, member]
  if (word === '$defs') return ['definitions', rewriteEach(member)]
  if (word === 'prefixItems') return ['items', rewrite(member)]
  if (word === 'items' && prefixItems !== undefined) return ['additionalItems', rewrite(member)]
  if (word === '$ref') return [word, moved(member)]
  if (word === 'discriminator') return [word, withMapping(Object(member))]
  return [word, NAMED.includes(word) ? rewriteEach(member) : rewrite(member)]
}

function rewrite(member: unknown): unknown {
  if (Array.isArray(member)) return member.map(rewrite)
  return typeof member === 'object' && member !== null ? inDraft07({ ...member }) : member
}

function rewriteEach(named: unknown): unknown {
  return mapped(named, rewrite)
}

/** OpenAPI's, in which some tools look for the tags of a union. */
function withMapping({ mapping, ...words }: JsonSchema): JsonSchema {
  return { ...words, mapping: mapped(mapping, moved) }
}

function mapped(named: unknown, change: (member: unknown) => unknown): JsonSchema {
  const members = Object.entries<unknown>(Object(named))
  return Object.fromEntries(members.map(([name, member]) => [name, change(member)]))
}

function moved(reference: unknown): string {
  return String(reference).replace('#/$defs/', '#/definitions/')
}
