import { changeSchemas } from '../schema/change-schemas.ts'
import type { Description } from '../schema/description.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Field, Kind } from './kind.ts'
import { shownValue } from './shown-value.ts'

/** Whether a schema tells of a field. */
export function isShown({ kind }: Field): boolean {
  return kind.options.hidden !== true
}

/** The JSON Schema of a field: the kind's own, and the field's words (title, description, examples, default), as pydantic writes them. */
export function fieldSchema(field: Field, description: Description): JsonSchema {
  const { kind, wireName } = field
  const schema = shownSchema(kind, description)
  return {
    ...schema,
    ...(!isReference(schema) && { title: titleOf(wireName).trim() }),
    ...words(kind),
    // What an answer tells is not only to be written.
    ...(kind.options.secret === true && description.direction === 'input' && { writeOnly: true }),
    ...shownDefault(field),
  }
}

/** The JSON Schema of a parameter: a field's, with a title as well where it may be null and is told of elsewhere, and with spaces at
 *  the title's ends where its name has `_` there, as FastAPI has it. */
export function parameterSchema(field: Field, description: Description): JsonSchema {
  const schema = fieldSchema(field, description)
  const { title = titleOf(field.wireName) } = field.kind.options
  return schema.$ref === undefined ? { ...schema, title } : schema
}

/** The JSON Schema of what stands under no name of its own (an item, a member of a union, a whole body): the kind's own, and the
 *  words that were given for it there, as pydantic writes them. */
export function partSchema(kind: Kind, description: Description): JsonSchema {
  return { ...shownSchema(kind, description), ...words(kind) }
}

/** What a kind says itself; of a secret without the values that its parts show, or a schema of another library does. */
function shownSchema(kind: Kind, description: Description): JsonSchema {
  const schema = kind.describe(description)
  if (kind.options.secret !== true) return schema
  return changeSchemas(schema, ({ default: _, examples: __, ...rest }) => rest)
}

/** What a declaration tells of a kind beside its values. */
function words(kind: Kind): JsonSchema {
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
    .map((example) => shownValue(kind, kind.serialize(example)))
    .filter((shown) => shown !== undefined)
}

/** Whether a schema is told of elsewhere, under a title of its own: a definition, or one that may be null. */
function isReference(schema: JsonSchema): boolean {
  if (schema.$ref !== undefined) return true
  if (!Array.isArray(schema.anyOf)) return false
  const [item, nothing, ...others]: readonly JsonSchema[] = schema.anyOf
  return others.length === 0 && item?.$ref !== undefined && nothing?.type === 'null'
}

/** `created_at` → `Created At`, as Python's `str.title()` does it, save for letters with a form of their own for titles (`ǆ`). */
function titleOf(name: string): string {
  return name
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/(?<!\p{Cased})\p{Cased}/gu, (letter) => {
      const upper = letter.toUpperCase()
      return upper.charAt(0) + upper.slice(1).toLowerCase()
    })
}

/** A default is shown where it is data: not when it is made by a function, secret, or null (as FastAPI's documents have it), nor
 *  where it would break its own schema for what hides a secret in it. */
export function shownDefault({ kind, required, default: makeDefault }: Field): JsonSchema {
  if (required || kind.options.secret === true || typeof kind.options.default === 'function') return {}
  const value = makeDefault()
  if (value === null || value === undefined) return {}
  const shown = shownValue(kind, kind.serialize(value))
  return shown === undefined ? {} : { default: shown }
}
