import { createConverter, type Field } from '@postern/model'

/** The texts of a parameter: one, several of a list, none where it is not given. */
export type ParameterTexts = (value: unknown) => readonly string[]

/** Compiles how a parameter is written. A value that does not fit its kind is written all the same: the server tells why. */
export function compileParameterTexts({ kind }: Field): ParameterTexts {
  const { convert } = createConverter(kind, { generate: false, byName: true })
  return (value) => {
    if (value === undefined || value === null) return []
    const converted = convert(value)
    const data = converted.ok ? kind.serialize(converted.value) : value
    return [data].flat().filter(isGiven).map(textOf)
  }
}

/** The names and values that `values` gives to declared parameters, in the order of the declaration. */
export function compileNamedTexts(
  fields: readonly Field[],
): (values: Readonly<Record<string, unknown>> | undefined) => [string, string][] {
  const compiled = fields.map((field) => ({ ...field, texts: compileParameterTexts(field) }))
  return (values = {}) =>
    compiled.flatMap(({ name, wireName, texts }) =>
      texts(values[name]).map((text): [string, string] => [wireName, text]),
    )
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
