/** A JSON Schema 2020-12 document or part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** Which side of a model a schema tells of: what it takes or what it gives. */
export type Direction = 'input' | 'output'
