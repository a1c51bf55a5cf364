import {
  any,
  type ConverterOptions,
  createConverter,
  type JsonSchema,
  type KindLike,
  kindOf,
  shownValue,
} from '@postern/model'
import { isNamed } from '../named-object.ts'
import type { Members } from '../route/body.ts'
import { fieldsOf, isKindLike } from '../route/fields.ts'
import { filesMemberOf } from '../route/file-fields.ts'

/**
 * Named examples of a body or a response, as they are on the wire. A set is a list; an instance is what is written for
 * it.
 */
export type NamedExamples = Readonly<Record<string, unknown>>

/**
 * Returns the `examples` of a Media Type Object (OpenAPI 3.1 §4.8.14) with secrets hidden, without those that would
 * then not fit the schema.
 */
export function describeExamples(
  examples: NamedExamples | undefined,
  declared: Members | KindLike | undefined,
): JsonSchema {
  const shown = Object.entries(examples ?? {}).flatMap(([name, value]) => {
    const seen = masked(PLAIN.serialize(value), declared)
    return seen === undefined ? [] : [[name, { value: seen }]]
  })
  return shown.length > 0 ? { examples: Object.fromEntries(shown) } : {}
}

/** Returns which examples do not fit their declaration, and why. Values are not included. */
export function reviewExamples(
  examples: NamedExamples | undefined,
  declared: Members | KindLike | undefined,
  options: ConverterOptions = {},
): string[] {
  // Each is checked once, so generating functions would not pay.
  const issuesAt: IssuesAt = (at, kind, value) => {
    const result = createConverter(kind, { ...options, generate: false }).convert(value, at)
    return result.ok ? [] : result.issues.map(({ loc, msg }) => `${loc.join('.') || 'it'}: ${msg}`)
  }
  return Object.entries(examples ?? {}).flatMap(([name, value]) =>
    issuesIn(value, declared, issuesAt).map(
      (issue) => `The example ${JSON.stringify(name)} does not fit: ${issue}; correct the example`,
    ),
  )
}

const PLAIN = any()

function masked(value: unknown, declared: Members | KindLike | undefined): unknown {
  if (declared === undefined) return value
  if (isKindLike(declared)) return shownValue(kindOf(declared), value)
  const kinds = new Map(fieldsOf(declared).map((field) => [field.wireName, field.kind]))
  // What has no members is reported as a mistake.
  const members = Object.entries(Object(value)).map(([name, member]) => {
    const kind = kinds.get(name)
    return [name, kind === undefined ? member : shownValue(kind, member)]
  })
  return members.some(([, shown]) => shown === undefined) ? undefined : Object.fromEntries(members)
}

type IssuesAt = (at: readonly string[], declared: KindLike, value: unknown) => string[]

function issuesIn(value: unknown, declared: Members | KindLike | undefined, issuesAt: IssuesAt): string[] {
  if (declared === undefined) return []
  if (isKindLike(declared)) return issuesAt([], declared, value)
  if (!isNamed(value)) return ['it: Input should be an object with the members']
  const members = new Map<string, unknown>(Object.entries(value))
  // An example cannot contain a file, nor show that one is missing.
  const fields = fieldsOf(declared).filter((field) => filesMemberOf(field) === undefined)
  return fields.flatMap(({ wireName, kind, required }) => {
    const member = members.get(wireName)
    if (member !== undefined) return issuesAt([wireName], kind, member)
    return required ? [`${wireName}: Field required`] : []
  })
}
