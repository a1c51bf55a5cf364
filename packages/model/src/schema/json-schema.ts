/** A JSON Schema 2020-12 document or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** The side of a model that a schema describes: what it takes or what it gives. */
export type Direction = 'input' | 'output'

/**
 * Returns the schema of what fits one of `schemas`. Duplicates are dropped, and alternatives within alternatives are
 * flattened.
 */
export function alternativesSchema(schemas: readonly JsonSchema[]): JsonSchema {
  const members = schemas.flatMap(alternativesOf)
  const distinct = new Map(members.map((member) => [JSON.stringify(member), member]))
  const [only, ...others] = distinct.values()
  return only !== undefined && others.length === 0 ? only : { anyOf: [...distinct.values()] }
}

/** Returns the members of a schema that is nothing but alternatives; any other schema alone. */
function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  return Array.isArray(schema.anyOf) && Object.keys(schema).length === 1 ? schema.anyOf : [schema]
}
