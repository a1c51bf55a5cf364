import type { JsonSchema } from '@postern/model'
import { COMPONENT_LETTERS, isComponentName } from '../review/names.ts'

/** Schemas with their names, in any order; some may occur several times. */
export type NamedSchemas = readonly (readonly [string, JsonSchema])[]

/**
 * Returns what is wrong with the names of a document's schemas, each mistake with the names and what to write instead.
 * `ofFailures` are the document's own.
 */
export function reviewComponentNames(ofModels: NamedSchemas, ofFailures: NamedSchemas): string[] {
  const first = new Map<string, JsonSchema>()
  const mistakes = new Set<string>()
  for (const [name] of [...ofModels, ...ofFailures])
    if (!isComponentName(name)) mistakes.add(`The model name ${JSON.stringify(name)} ${ALLOWED_IN_WORDS}`)
  for (const [name, schema] of ofModels) {
    if (differs(first.get(name), schema)) mistakes.add(clash(name, first.get(name) ?? {}, schema))
    else first.set(name, schema)
  }
  for (const [name, schema] of ofFailures)
    if (differs(first.get(name), schema)) mistakes.add(`The model ${name} ${IS_OF_FAILURES}; ${RENAME}`)
  return [...mistakes]
}

function differs(one: JsonSchema | undefined, other: JsonSchema): boolean {
  return one !== undefined && JSON.stringify(one) !== JSON.stringify(other)
}

const ALLOWED_IN_WORDS = `cannot name a component; name the class in ${COMPONENT_LETTERS}, or give the model such a \`name\` where a bundler renames classes`

const IS_OF_FAILURES = "has the name of the document's own schema of failures"
const RENAME = 'rename the class, or give the model a `name` where a bundler renames classes'

function clash(name: string, one: JsonSchema, other: JsonSchema): string {
  const sides = `${differences(one, other)} and ${differences(other, one)}`
  return `Two different models are named ${name}: ${sides}; rename one of the classes, or give one a \`name\` where it has no class of its own or a bundler renames it: Model({ … }, { name: 'Post' })`
}

/**
 * Returns the fields of a model. If the other model has the same fields, returns the schemas of those that differ; for
 * a model without fields, its whole schema.
 */
export function differences(model: JsonSchema, other: JsonSchema): string {
  if (model.properties === undefined) return JSON.stringify(model)
  const fields = Object.entries(Object(model.properties))
  const others: Readonly<Record<string, unknown>> = Object(other.properties)
  const names = fields.map(([name]) => name)
  if (names.join() !== Object.keys(others).join()) return `{ ${names.join(', ')} }`
  const differing = fields.filter(([name, schema]) => JSON.stringify(schema) !== JSON.stringify(others[name]))
  return `{ ${differing.map(([name, schema]) => `${name}: ${JSON.stringify(schema)}`).join(', ')} }`
}
