import type { JsonSchema } from '@postern/model'
import { admits } from './admission.ts'
import { differences, type NamedSchemas } from './component-names.ts'
import type { Components } from './components.ts'

/**
 * Returns the named schemas of a document with one schema for each model. A model used as input and output has its
 * input schema, which must admit every output; anything else is a mistake.
 */
export function joinComponents({ input, output, sparse }: Components): {
  readonly named: NamedSchemas
  readonly mistakes: readonly string[]
} {
  const mistakes: string[] = []
  // A schema whose nulls may be missing admits one that has them.
  const outgoing = new Map([...output.definitions, ...sparse.definitions])
  const onlyOutgoing = [...outgoing].filter(([model]) => !input.definitions.has(model))
  const taken = [...input.definitions].map(([model, schema]): readonly [string, JsonSchema] => {
    const given = outgoing.get(model)
    if (given === undefined) return [model.name, schema]
    if (!admits(schema, given)) mistakes.push(refusal(model.name, schema, given))
    return [model.name, withoutWriteOnly(schema)]
  })
  return { named: [...taken, ...onlyOutgoing.map(([{ name }, schema]) => [name, schema] as const)], mistakes }
}

function refusal(name: string, taken: JsonSchema, given: JsonSchema): string {
  const missing = requiredIn(taken).filter((field) => !requiredIn(given).includes(field))
  if (missing.length > 0)
    return `${name} cannot be one component: excludeNone may leave out ${missing.join(', ')}, which it requires; declare the default null, remove separateInputOutput: false, or declare a model for each`
  const sides = `${name}-Input is ${differences(taken, given)} and ${name}-Output ${differences(given, taken)}`
  return `${name} cannot be one component: ${sides}; remove separateInputOutput: false, or declare a model for each`
}

function requiredIn({ required }: JsonSchema): readonly unknown[] {
  return Array.isArray(required) ? required : []
}

/** A secret that is also in responses is not write-only. */
function withoutWriteOnly(taken: JsonSchema): JsonSchema {
  const fields = Object.entries<JsonSchema>(Object(taken.properties))
  const properties = fields.map(([name, { writeOnly: _, ...schema }]) => [name, schema])
  return { ...taken, ...(fields.length > 0 && { properties: Object.fromEntries(properties) }) }
}
