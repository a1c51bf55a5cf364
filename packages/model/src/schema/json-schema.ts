/** A JSON Schema 2020-12 document or part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** What a schema that is a choice and nothing else chooses from; any other schema alone. */
export function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  return Array.isArray(schema.anyOf) && Object.keys(schema).length === 1 ? schema.anyOf : [schema]
}

/** Which side of a model a schema tells of: what it takes or what it gives. */
export type Direction = 'input' | 'output'
