import type { JsonSchema } from '@postern/model'

/** The place of a value. */
export interface Place {
  /** The document that `$ref`s refer to. */
  readonly document: JsonSchema
  /** A JSON pointer to the value. */
  readonly at?: string
}

/** Lists how a value violates a schema of an OpenAPI document, one line each; an unknown keyword counts as violated. */
export function schemaProblems(schema: JsonSchema, value: unknown, { document, at = '' }: Place): string[] {
  return Object.entries(schema).flatMap(([keyword, given]) => {
    if (annotations.has(keyword)) return []
    const look = keywords[keyword]
    if (look === undefined) return [`${at || '/'}: the keyword ${keyword} is not understood`]
    return look(given, value, { document, at })
  })
}

type Look = (given: unknown, value: unknown, place: Required<Place>) => string[]

const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'format',
  'writeOnly',
  'readOnly',
  'deprecated',
  'discriminator',
])

const keywords: Readonly<Record<string, Look>> = {
  $ref: (given, value, place) => schemaProblems(resolve(place.document, String(given)), value, place),
  type: (given, value, { at }) => {
    const isKnown = [given].flat().some((name) => isOfType(value, String(name)))
    return unless(isKnown, at, `not of type ${given}`)
  },
  const: (given, value, { at }) => unless(given === value, at, `not ${JSON.stringify(given)}`),
  enum: (given, value, { at }) => unless(list(given).includes(value), at, `none of ${JSON.stringify(given)}`),
  anyOf: (given, value, place) => {
    const fits = list(given).some((schema) => schemaProblems(Object(schema), value, place).length === 0)
    return unless(fits, place.at, 'fits none of anyOf')
  },
  required: (given, value, { at }) =>
    list(given)
      .filter((name) => isRecord(value) && !Object.hasOwn(value, String(name)))
      .map((name) => `${at}/${name}: missing`),
  properties: (given, value, place) =>
    Object.entries(isRecord(value) ? value : {}).flatMap(([name, member]) =>
      Object.hasOwn(Object(given), name)
        ? schemaProblems(Object(Object(given)[name]), member, { ...place, at: `${place.at}/${name}` })
        : [],
    ),
  items: (given, value, place) =>
    list(value).flatMap((item, index) =>
      schemaProblems(Object(given), item, { ...place, at: `${place.at}/${index}` }),
    ),
  additionalProperties: () => [],
  minLength: (given, value, { at }) =>
    unless(typeof value !== 'string' || [...value].length >= Number(given), at, 'too short'),
  maxLength: (given, value, { at }) =>
    unless(typeof value !== 'string' || [...value].length <= Number(given), at, 'too long'),
  minimum: (given, value, { at }) =>
    unless(typeof value !== 'number' || value >= Number(given), at, 'too small'),
  maximum: (given, value, { at }) =>
    unless(typeof value !== 'number' || value <= Number(given), at, 'too large'),
  minItems: (given, value, { at }) =>
    unless(!Array.isArray(value) || value.length >= Number(given), at, 'too few'),
  maxItems: (given, value, { at }) =>
    unless(!Array.isArray(value) || value.length <= Number(given), at, 'too many'),
}

function unless(holds: boolean, at: string, problem: string): string[] {
  return holds ? [] : [`${at || '/'}: ${problem}`]
}

function isOfType(value: unknown, name: string): boolean {
  if (value === null) return name === 'null'
  if (Array.isArray(value)) return name === 'array'
  if (name === 'integer') return Number.isInteger(value)
  return typeof value === name
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function resolve(document: JsonSchema, reference: string): JsonSchema {
  const names = reference
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return Object(names.reduce<unknown>((value, name) => Object(value)[name], document))
}
