import type { JsonSchema } from '@postern/model'
import { isNamed } from '../named-object.ts'
import { ANNOTATIONS } from './annotations.ts'

/**
 * Returns the document with `type: ['string', 'null']` where a schema of one plain type may be null; some generators
 * understand this better than `anyOf` (JSON Schema 2020-12 §6.1.1). `anyOf` stays around references and unions.
 */
export function writeTypeArrays(document: JsonSchema): JsonSchema {
  return rewriteMembers(document, (name, member) =>
    NAMED.has(name) ? rewriteEach(member) : DATA.has(name) ? member : rewrite(member),
  )
}

/** Keywords whose members have user-chosen names: none of those names is a keyword. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'schemas',
  'headers',
  'content',
  'responses',
  'paths',
])

/** Keywords that contain values, not schemas. */
const DATA: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'example', 'examples'])

function rewriteMembers(node: JsonSchema, change: (name: string, member: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, change(name, member)]))
}

function rewriteEach(named: unknown): unknown {
  return isNamed(named) ? rewriteMembers(named, (_, member) => rewrite(member)) : named
}

function rewrite(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rewrite)
  return isNamed(node) ? withTypeArray(writeTypeArrays(node)) : node
}

function withTypeArray(node: JsonSchema): JsonSchema {
  const { anyOf, ...words } = node
  const item = orNull(anyOf)
  if (item === undefined || !isPlain(item) || !Object.keys(words).every((word) => ANNOTATIONS.has(word)))
    return node
  const { type, enum: values, const: constant, ...rest } = item
  return {
    ...rest,
    ...words,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...new Set<unknown>([...values, null])] }),
    ...(constant !== undefined && { enum: [constant, null] }),
  }
}

/** Returns the X of `anyOf: [X, { type: 'null' }]`, in either order. */
function orNull(anyOf: unknown): JsonSchema | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined
  const [item, ...others] = anyOf.filter((one) => !isNull(one))
  return others.length === 0 && isNamed(item) ? item : undefined
}

function isNull(schema: unknown): boolean {
  return isNamed(schema) && schema.type === 'null' && Object.keys(schema).length === 1
}

/** Whether a schema consists of one type and keywords that apply to that type alone. */
function isPlain(schema: JsonSchema): boolean {
  return (
    typeof schema.type === 'string' &&
    schema.type !== 'null' &&
    !APPLICATORS.some((keyword) => keyword in schema)
  )
}

/** Keywords that apply to null as well (JSON Schema 2020-12 §8.2.3, §10.2.1, §10.2.2). */
const APPLICATORS = ['$ref', '$dynamicRef', 'anyOf', 'oneOf', 'allOf', 'not', 'if']
