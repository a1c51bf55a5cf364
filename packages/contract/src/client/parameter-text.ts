import { createConverter, type Field, type Kind } from '@postern/model'
import { takesEveryValue } from '../route/fields.ts'

/** The texts of a parameter: one, several of a list, none where it is not given. */
export type ParameterTexts = (value: unknown) => readonly string[]

/** How a server reads what it is sent. */
export interface Reading {
  /** Whether an empty text is none, as of the members of a form that are declared one by one. Default false. */
  readonly emptyIsNone?: boolean
  /** Whether there is one text under a name, for a list too, as of a cookie. Default false. */
  readonly isOne?: boolean
}

/** Compiles how a parameter is written. A value that does not fit its kind is written all the same: the server tells why. It throws
 *  a TypeError for one that a server would read as another. */
export function compileParameterTexts(
  { name, kind, required, default: defaultOf }: Field,
  { emptyIsNone = false, isOne = false }: Reading = {},
): ParameterTexts {
  const { convert } = createConverter(kind, { byName: true, sent: true })
  const refuseWhereOther = compileLook(name, kind)
  const isOfMany = !isOne && takesEveryValue(kind)
  const textsOf = (value: unknown): string[] => {
    if (value === undefined || value === null) return []
    const converted = convert(value)
    const data = converted.ok ? kind.serialize(converted.value) : listed(value)
    const items = [data].flat()
    if (Array.isArray(data) && !items.every(isGiven))
      throw new TypeError(`${name} cannot be sent as ${JSON.stringify(data)}: an item of it has no text`)
    const texts = items.filter(isGiven).map(textOf)
    if (converted.ok && texts.length > 0) refuseWhereOther(value, isOfMany ? texts : texts.at(-1))
    return texts
  }
  return (value) => {
    const texts = textsOf(value)
    requireWellFormed(name, texts)
    // What has no text is not sent at all, so that a server takes the default for it.
    const isNone = texts.length === 0 || (emptyIsNone && value === '')
    if (value !== undefined && isNone && !required)
      refuseWhereDefault({ name, value, otherwise: defaultOf() })
    return texts
  }
}

/** Throws a TypeError for a text that no encoding can write. */
export function requireWellFormed(name: string, texts: readonly string[]): void {
  if (texts.every((text) => text.isWellFormed())) return
  throw new TypeError(`${name} cannot hold half of a surrogate pair, for which no encoding has a form`)
}

/** Compiles what throws a TypeError for a value whose text would be read as another value: a number's, where a text would do as well. */
function compileLook(name: string, kind: Kind): (given: unknown, sent: unknown) => void {
  // What a schema of another library makes of both tells whether they are the same.
  const { convert: read } = createConverter(kind, { byName: true, written: true, generate: false })
  return (given, sent) => {
    const [meant, told] = [read(given), read(sent)]
    if (!meant.ok || !told.ok) return
    const [shown, other] = [meant, told].map(({ value }) => JSON.stringify(kind.serialize(value)))
    if (shown === other && isOfOneClass(meant.value, told.value)) return
    throw new TypeError(
      `${name} cannot be sent as ${shown}: it is sent as text, and would be read as ${other}`,
    )
  }
}

/** Whether two values, or the items of two lists, are of the same class: both texts, both moments, both decimals. */
function isOfOneClass(one: unknown, other: unknown): boolean {
  const others = [listed(other)].flat()
  return [listed(one)].flat().every((item, index) => classOf(item) === classOf(others[index]))
}

function classOf(value: unknown): unknown {
  return Object(value).constructor
}

interface Unsent {
  readonly name: string
  readonly value: unknown
  readonly otherwise: unknown
}

/** Throws a TypeError for a value that would arrive as none, where a server takes a default of another value for it. */
export function refuseWhereDefault({ name, value, otherwise }: Unsent): void {
  if (otherwise === value || (isEmptyList(otherwise) && isEmptyList(value))) return
  const shown = JSON.stringify(listed(value))
  throw new TypeError(
    `${name} cannot be sent as ${shown}: that is read as no value, and would be the default`,
  )
}

function isEmptyList(value: unknown): boolean {
  const items = listed(value)
  return Array.isArray(items) && items.length === 0
}

/** A set as the list of its items, which is what is sent of it. */
export function listed(value: unknown): unknown {
  return value instanceof Set ? [...value] : value
}

/** The names and values that `values` gives to declared parameters, in the order of the declaration. */
export function compileNamedTexts(
  fields: readonly Field[],
  reading: Reading = {},
): (values: Readonly<Record<string, unknown>> | undefined) => [string, string][] {
  const compiled = fields.map((field) => ({ ...field, texts: compileParameterTexts(field, reading) }))
  const given = compileGiven(fields)
  return (values = {}) =>
    compiled.flatMap((field) =>
      field.texts(given(values, field)).map((text): [string, string] => [field.wireName, text]),
    )
}

/** What `values` gives for one of the fields: under its own name, else under the one on the wire, as an answer that is sent back has it. */
export function compileGiven(
  fields: readonly Field[],
): (values: Readonly<Record<string, unknown>>, field: Field) => unknown {
  const names = new Set(fields.map(({ name }) => name))
  return (values, { name, wireName }) => {
    const own = givenAs(values, name)
    return own !== undefined || names.has(wireName) ? own : givenAs(values, wireName)
  }
}

/** What is given under a name; what every object inherits (`constructor`, `toString`) is nothing given. */
function givenAs(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return name in Object.prototype && !Object.hasOwn(values, name) ? undefined : values[name]
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
