import { createConverter, type Field } from '@postern/model'

/** The texts of a parameter: one, several of a list, none where it is not given. */
export type ParameterTexts = (value: unknown) => readonly string[]

/** Compiles how a parameter is written. A value that does not fit its kind is written all the same: the server tells why. It throws
 *  a TypeError for one that a server would read as another. */
export function compileParameterTexts({ name, kind, required, default: defaultOf }: Field): ParameterTexts {
  const { convert } = createConverter(kind, { byName: true, sent: true })
  const textsOf = (value: unknown): string[] => {
    if (value === undefined || value === null) return []
    const converted = convert(value)
    const data = converted.ok ? kind.serialize(converted.value) : value
    return [data].flat().filter(isGiven).map(textOf)
  }
  return (value) => {
    const texts = textsOf(value)
    if (!texts.every((text) => text.isWellFormed()))
      throw new TypeError(`${name} cannot hold half of a surrogate pair, for which no encoding has a form`)
    // What has no text is not sent at all, so that a server takes the default for it.
    if (value !== undefined && texts.length === 0 && !required && !isEmpty(defaultOf()))
      throw new TypeError(
        `${name} cannot be sent as ${JSON.stringify(value)}: it has no text, and would be the default`,
      )
    return texts
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** The names and values that `values` gives to declared parameters, in the order of the declaration. */
export function compileNamedTexts(
  fields: readonly Field[],
): (values: Readonly<Record<string, unknown>> | undefined) => [string, string][] {
  const compiled = fields.map((field) => ({ ...field, texts: compileParameterTexts(field) }))
  return (values = {}) =>
    compiled.flatMap(({ name, wireName, texts }) =>
      texts(givenAs(values, name)).map((text): [string, string] => [wireName, text]),
    )
}

/** What is given under a name; what every object inherits (`constructor`, `toString`) is nothing given. */
export function givenAs(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return name in Object.prototype && !Object.hasOwn(values, name) ? undefined : values[name]
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
