/** A JSON Schema 2020-12 document or part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** Which side of a model a schema tells of: what it takes or what it gives. */
export type Direction = 'input' | 'output'

/** What fits one of `schemas`, each told once, those that are alternatives themselves in their place. */
export function alternativesSchema(schemas: readonly JsonSchema[]): JsonSchema {
  const members = schemas.flatMap(alternativesOf)
  const distinct = new Map(members.map((member) => [JSON.stringify(member), member]))
  const [only, ...others] = distinct.values()
  return only !== undefined && others.length === 0 ? only : { anyOf: [...distinct.values()] }
}

/** The members of a schema that is alternatives and nothing else; any other schema alone. */
function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  return Array.isArray(schema.anyOf) && Object.keys(schema).length === 1 ? schema.anyOf : [schema]
}
