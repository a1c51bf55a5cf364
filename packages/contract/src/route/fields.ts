import {
  Description,
  type Field,
  type ForeignSchema,
  fieldOf,
  foreign,
  type JsonSchema,
  type Kind,
  type KindLike,
  kindOf,
} from '@postern/model'
import type { Members } from './body.ts'
import type { Declaration } from './operation.ts'

/** Where a parameter is: the first part of an issue's location. */
export type Place = 'path' | 'query' | 'header' | 'cookie'

/**
 * Returns the fields of what was declared: the single members, those of a model, or those in the JSON Schema of another
 * library's schema. Throws for a kind that has none.
 */
export function fieldsOf(declared: Members | KindLike): readonly Field[] {
  const members = isKindLike(declared) ? membersOf(declared) : declared
  if (members === undefined)
    throw new TypeError(
      'Parameters cannot be taken from a kind that is neither a model nor a schema of another library with a JSON Schema; declare them one by one',
    )
  return Object.entries(members).map(([name, kind]) => fieldOf(name, kind))
}

/**
 * Whether one model or kind was declared, and not named members, one of which may be called `convert`, nor a JSON
 * Schema.
 */
export function isKindLike(declared: Members | KindLike | JsonSchema): declared is KindLike {
  if (typeof declared === 'function') return true
  return typeof declared.convert === 'function' && !isModel(declared.convert)
}

/** Whether a model was declared: the one kind whose fields are known. */
export function isModel(declared: unknown): declared is KindLike & { readonly fields: Members } {
  return typeof declared === 'function' && 'fields' in declared
}

/** Whether it is a model that declares what happens to unknown names: it refuses or keeps them. */
export function takesOthers(declared: unknown): boolean {
  if (!isModel(declared)) return false
  const description = new Description('input')
  kindOf(declared).describe(description)
  const [schema = {}] = description.definitions.values()
  return 'additionalProperties' in schema
}

/** Whether a parameter of this kind receives every value of its name, as a list: true where a list is valid. */
export function takesEveryValue(kind: Kind): boolean {
  return takesArray(kind.describe(new Description('input')))
}

function takesArray({ type, anyOf }: JsonSchema): boolean {
  return Array.isArray(anyOf) ? anyOf.some((member: JsonSchema) => takesArray(member)) : type === 'array'
}

/** Returns what an operation declares at `place`. */
export function declaredAt(place: Place, declaration: Declaration): Members | KindLike | undefined {
  const { params: path, query, headers: header, cookies: cookie } = declaration
  return { path, query, header, cookie }[place]
}

/** Returns the parameters of an operation at `place`, with the names that they have there. */
export function parametersAt(place: Place, declaration: Declaration): readonly Field[] {
  const declared = declaredAt(place, declaration)
  if (declared === undefined) return []
  const fields = fieldsOf(declared)
  return place === 'header' ? fields.map(hyphenated) : fields
}

/** Whether the fields of what was declared are known. */
export function hasFields(declared: Members | KindLike): boolean {
  return !isKindLike(declared) || membersOf(declared) !== undefined
}

function membersOf(declared: KindLike): Members | undefined {
  if (isModel(declared)) return declared.fields
  const { properties, required }: JsonSchema = kindOf(declared).describe(new Description('input'))
  if (typeof properties !== 'object' || properties === null) return undefined
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.fromEntries(
    Object.entries<JsonSchema>({ ...properties }).map(([name, schema]) => [
      name,
      foreign(name, describedBy(schema), needed.includes(name) ? {} : { default: () => null }),
    ]),
  )
}

/**
 * Accepts anything, because the whole schema validates. Makes no difference between a number and its text, which is
 * what arrives.
 */
function describedBy(schema: JsonSchema): ForeignSchema {
  const validate = (value: unknown) => ({ value: Array.isArray(value) ? value.map(textOf) : textOf(value) })
  const jsonSchema = { input: () => schema, output: () => schema }
  return { '~standard': { version: 1, vendor: 'postern', validate, jsonSchema } }
}

function textOf(value: unknown): unknown {
  return typeof value === 'object' ? value : String(value)
}

/**
 * Returns the field as it is in a header: header names have hyphens by convention where code has underscores (RFC 9110
 * §5.1).
 */
export function hyphenated(field: Field): Field {
  if (field.kind.options.alias !== undefined) return field
  return { ...field, wireName: field.wireName.replaceAll('_', '-') }
}
