/** A JSON Schema 2020-12 document or part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** Which side of a model a schema tells of: what it takes or what it gives. */
export type Direction = 'input' | 'output'

/** A choice of `schemas`, each told once, those of choices within it in their place. */
export function choiceSchema(schemas: readonly JsonSchema[]): JsonSchema {
  const members = schemas.flatMap(alternativesOf)
  const distinct = new Map(members.map((member) => [JSON.stringify(member), member]))
  const [only, ...others] = distinct.values()
  return only !== undefined && others.length === 0 ? only : { anyOf: [...distinct.values()] }
}

/** What a schema that is a choice and nothing else chooses from; any other schema alone. */
function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  return Array.isArray(schema.anyOf) && Object.keys(schema).length === 1 ? schema.anyOf : [schema]
}
