import { changeSchemas } from '../schema/change-schemas.ts'
import type { Description } from '../schema/description.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Field, Kind } from './kind.ts'
import { unwritable } from './review/mistakes.ts'
import { shownValue } from './shown-value.ts'

/** Whether schemas and documents show a field. */
export function isShown({ kind }: Field): boolean {
  return kind.options.hidden !== true
}

/**
 * Returns the JSON Schema of a field, as pydantic writes it: the kind's schema with the field's title, description,
 * examples and default.
 */
export function fieldSchema(field: Field, description: Description): JsonSchema {
  const { kind, wireName } = field
  const schema = shownSchema(kind, description)
  return {
    ...schema,
    ...(!isReference(schema) && { title: titleOf(wireName).trim() }),
    ...annotationsOf(kind),
    // In a response the field can be read, so it is not write-only there.
    ...(kind.options.secret === true && description.direction === 'input' && { writeOnly: true }),
    ...shownDefault(field),
  }
}

/**
 * Returns the JSON Schema of a parameter, as FastAPI writes it: a field's, with two differences. A parameter that may
 * be null and whose schema is defined elsewhere has a title too. A title keeps the spaces for `_` at the ends of its
 * name.
 */
export function parameterSchema(field: Field, description: Description): JsonSchema {
  const schema = fieldSchema(field, description)
  const { title = titleOf(field.wireName) } = field.kind.options
  return schema.$ref === undefined ? { ...schema, title } : schema
}

/**
 * Returns the JSON Schema of a part without a name (an item, a member of a union, a whole body), as pydantic writes it:
 * the kind's schema with the title, description and examples given for it there.
 */
export function partSchema(kind: Kind, description: Description): JsonSchema {
  return { ...shownSchema(kind, description), ...annotationsOf(kind) }
}

/**
 * Returns the schema of a kind. For a secret it omits the defaults and examples that the parts, or a schema of another
 * library, show.
 */
function shownSchema(kind: Kind, description: Description): JsonSchema {
  const schema = kind.describe(description)
  if (kind.options.secret !== true) return schema
  return changeSchemas(schema, ({ default: _, examples: __, ...rest }) => rest)
}

/** Returns what a declaration says about a kind beside its values (JSON Schema 2020-12 §9). */
function annotationsOf(kind: Kind): JsonSchema {
  const { title, description, deprecated } = kind.options
  const examples = shownExamples(kind)
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(examples.length > 0 && { examples }),
    ...(deprecated === true && { deprecated }),
  }
}

function shownExamples(kind: Kind): readonly unknown[] {
  const { examples = [], secret } = kind.options
  if (secret === true) return []
  return examples
    .map((example) => shownValue(kind, written(kind, example, { of: kind.name, option: 'examples' })))
    .filter((shown) => shown !== undefined)
}

/** Whether a schema is defined elsewhere, with a title of its own: a definition, or a definition or null. */
function isReference(schema: JsonSchema): boolean {
  if (schema.$ref !== undefined) return true
  if (!Array.isArray(schema.anyOf)) return false
  const [item, nothing, ...others]: readonly JsonSchema[] = schema.anyOf
  return others.length === 0 && item?.$ref !== undefined && nothing?.type === 'null'
}

/**
 * `created_at` → `Created At`, as Python's `str.title()` does it, except for letters that have a title-case form of
 * their own (`ǆ`).
 */
function titleOf(name: string): string {
  return name.replaceAll('_', ' ').replace(/(\p{Cased})\p{Cased}*/gu, (word, first: string) => {
    const upper = first.toUpperCase()
    const rest = word.toLowerCase().slice(first.toLowerCase().length)
    return upper.charAt(0) + upper.slice(1).toLowerCase() + rest
  })
}

/**
 * Returns the default that documents show. There is none if it is made by a function, secret, or null (as in FastAPI's
 * documents), nor if hiding the secrets in it would make it break its own schema.
 */
export function shownDefault({ kind, wireName, required, default: makeDefault }: Field): JsonSchema {
  if (required || kind.options.secret === true || typeof kind.options.default === 'function') return {}
  const value = makeDefault()
  if (value === null || value === undefined) return {}
  const shown = shownValue(kind, written(kind, value, { of: wireName, option: 'default' }))
  return shown === undefined ? {} : { default: shown }
}

/** Untyped code may give what the kind cannot write, also for a model that was not declared yet at its review. */
function written(
  kind: Kind,
  value: unknown,
  { of, option }: { readonly of: string; readonly option: 'default' | 'examples' },
): unknown {
  try {
    return kind.serialize(value)
  } catch {
    throw new TypeError(`${of}: ${unwritable(option, kind, value)}`)
  }
}
