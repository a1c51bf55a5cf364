import { Description, type JsonSchema, type Kind } from '@postern/model'

/** Whether a parameter of this kind is given every value of its name, as a list: where a list would do. */
export function takesEveryValue(kind: Kind): boolean {
  return takesArray(kind.describe(new Description('input')))
}

function takesArray({ type, anyOf }: JsonSchema): boolean {
  return Array.isArray(anyOf) ? anyOf.some((member: JsonSchema) => takesArray(member)) : type === 'array'
}
