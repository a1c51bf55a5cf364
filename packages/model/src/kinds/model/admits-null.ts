import { Description } from '../../schema/description.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Kind } from '../kind.ts'

/** Whether null may be a value of the kind, according to its schema. Ask once all models are declared. */
export function admitsNull(kind: Kind): boolean {
  const known = FOUND.get(kind) ?? describesNull(kind)
  FOUND.set(kind, known)
  return known
}

/** The answers found so far. */
const FOUND = new WeakMap<Kind, boolean>()

function describesNull(kind: Kind): boolean {
  const description = new Description('output')
  const described = kind.describe(description)
  const named = new Map([...description.definitions].map(([one, schema]) => [description.refer(one), schema]))
  return allowsNull(described, named)
}

function allowsNull(schema: JsonSchema, named: ReadonlyMap<unknown, JsonSchema>): boolean {
  const { type, anyOf, oneOf, enum: values, const: value, $ref } = schema
  const meant = named.get($ref)
  if (meant !== undefined) return allowsNull(meant, named)
  if (Array.isArray(anyOf)) return anyOf.some((one) => allowsNull(one, named))
  if (Array.isArray(values)) return values.includes(null)
  if (Array.isArray(type)) return type.includes('null')
  if ('const' in schema) return value === null
  return type === 'null' || (type === undefined && oneOf === undefined)
}
