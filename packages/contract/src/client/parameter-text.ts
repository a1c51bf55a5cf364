import { createConverter, type Field, type Kind } from '@postern/model'
import { takesEveryValue } from '../route/fields.ts'

/** Returns the strings of a parameter: one, several for a list, none if it is not given. */
export type ParameterTexts = (value: unknown) => readonly string[]

/** How a server reads what it receives. */
export interface Reading {
  /** Whether an empty string counts as no value, as for form members declared one by one. Default false. */
  readonly emptyIsNone?: boolean
  /** Whether a name has a single string, even for a list, as in paths and cookies. Default false. */
  readonly isOne?: boolean
}

/**
 * Compiles how a parameter is written. A value that does not fit its kind is written all the same; the server reports
 * why. The function throws a TypeError for a value that a server would read as another.
 */
export function compileParameterTexts(
  { name, kind, required, default: defaultOf }: Field,
  { emptyIsNone = false, isOne = false }: Reading,
): ParameterTexts {
  const { convert } = createConverter(kind, { byName: true, sent: true })
  const refuseMisread = compileMisreadingCheck(name, kind)
  const isOfMany = !isOne && takesEveryValue(kind)
  const textsOf = (value: unknown): string[] => {
    if (value === undefined || value === null) return []
    const converted = convert(value)
    const data = converted.ok ? kind.serialize(converted.value) : listed(value)
    const items = [data].flat()
    if (Array.isArray(data) && !items.every(isGiven))
      throw new TypeError(
        `${name} cannot be sent as ${JSON.stringify(data)}: one of its items cannot be written as text`,
      )
    const texts = items.filter(isGiven).map(textOf)
    if (converted.ok && texts.length > 0) refuseMisread(value, isOfMany ? texts : texts.at(-1))
    return texts
  }
  return (value) => {
    const texts = textsOf(value)
    requireWellFormed(name, texts)
    // A value without any string is not sent at all, so a server uses the default for it.
    const isNone = texts.length === 0 || (emptyIsNone && value === '')
    if (value !== undefined && isNone && !required)
      refuseWhereDefault({ name, value, otherwise: defaultOf() })
    return texts
  }
}

/** Throws a TypeError for a string that no encoding can write. */
export function requireWellFormed(name: string, texts: readonly string[]): void {
  if (texts.every((text) => text.isWellFormed())) return
  throw new TypeError(`${name} cannot hold half of a surrogate pair, which no encoding can represent`)
}

/**
 * Compiles a check that throws a TypeError for a value whose string would be read as another value, such as that of a
 * number where a string is valid too.
 */
function compileMisreadingCheck(name: string, kind: Kind): (given: unknown, sent: unknown) => void {
  // A schema of another library decides whether both are the same by what it makes of them.
  const { convert: read } = createConverter(kind, { byName: true, written: true, generate: false })
  return (given, sent) => {
    const [meant, received] = [read(given), read(sent)]
    if (!meant.ok || !received.ok) return
    const [shown, other] = [meant, received].map(({ value }) => JSON.stringify(kind.serialize(value)))
    if (shown === other && isOfOneClass(meant.value, received.value)) return
    throw new TypeError(
      `${name} cannot be sent as ${shown}: it is sent as text, and would be read as ${other}`,
    )
  }
}

/**
 * Whether two values, or the items of two lists, are of the same class: both strings, both date-times, both decimals.
 */
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

/** Throws a TypeError for a value that would arrive as no value, if a server would use a different default for it. */
export function refuseWhereDefault({ name, value, otherwise }: Unsent): void {
  if (otherwise === value || (isEmptyList(otherwise) && isEmptyList(value))) return
  const shown = JSON.stringify(listed(value))
  throw new TypeError(
    `${name} cannot be sent as ${shown}: it is read as no value, so the default would be used`,
  )
}

function isEmptyList(value: unknown): boolean {
  const items = listed(value)
  return Array.isArray(items) && items.length === 0
}

/** Returns a set as the list of its items, which is what is sent. */
export function listed(value: unknown): unknown {
  return value instanceof Set ? [...value] : value
}

/** Returns the names and strings that `values` gives to declared parameters, in declaration order. */
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

/**
 * Returns what `values` gives for one of the fields: under its own name, else under its wire name, as in a response
 * that is sent back.
 */
export function compileGiven(
  fields: readonly Field[],
): (values: Readonly<Record<string, unknown>>, field: Field) => unknown {
  const names = new Set(fields.map(({ name }) => name))
  return (values, { name, wireName }) => {
    const own = givenAs(values, name)
    return own !== undefined || names.has(wireName) ? own : givenAs(values, wireName)
  }
}

/** Returns what is given under a name. What every object inherits (`constructor`, `toString`) is not given. */
function givenAs(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return name in Object.prototype && !Object.hasOwn(values, name) ? undefined : values[name]
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
