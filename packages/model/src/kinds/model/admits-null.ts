import { ownSchema } from '../../schema/description.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Kind } from '../kind.ts'

/** Whether null may be a value of the kind, as far as its schema tells; asked once all models are declared. */
export function admitsNull(kind: Kind): boolean {
  const known =
    TOLD.get(kind) ?? tellsOfNull(ownSchema('output', (description) => kind.describe(description)))
  TOLD.set(kind, known)
  return known
}

/** What kinds were found to be. */
const TOLD = new WeakMap<Kind, boolean>()

function tellsOfNull(schema: JsonSchema): boolean {
  const { type, anyOf, oneOf, enum: values, const: value, $ref } = schema
  if (Array.isArray(anyOf)) return anyOf.some(tellsOfNull)
  if (Array.isArray(values)) return values.includes(null)
  if (Array.isArray(type)) return type.includes('null')
  if ('const' in schema) return value === null
  return type === 'null' || (type === undefined && oneOf === undefined && $ref === undefined)
}
