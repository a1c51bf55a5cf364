import type { Code } from '../compile/code.ts'
import type { Breach } from '../issues/catalog.ts'
import type { JsonSchema } from '../schema/json-schema.ts'

/**
 * A constraint on converted values that several kinds share. It has its check, the check as generated code, and its
 * schema.
 */
export interface Rule<Value> {
  readonly check: (value: Value) => Breach | undefined
  /** Adds the same check to generated code. */
  readonly accept: (value: string, code: Code) => void
  readonly schema: JsonSchema
}

export function firstBreach<Value>(rules: readonly Rule<Value>[], value: Value): Breach | undefined {
  for (const rule of rules) {
    const breach = rule.check(value)
    if (breach !== undefined) return breach
  }
  return undefined
}

/** Returns the JSON Schema keywords of all `rules` together. */
export function schemaOfRules(rules: readonly Rule<never>[]): JsonSchema {
  return Object.assign({}, ...rules.map(({ schema }) => schema))
}
