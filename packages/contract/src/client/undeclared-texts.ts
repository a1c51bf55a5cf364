import type { Field, KindLike } from '@postern/model'
import type { Members } from '../route/body.ts'
import { takesOthers } from '../route/fields.ts'
import { listed, requireWellFormed } from './parameter-text.ts'

/**
 * Compiles the names and values given beside the declared fields of a model that keeps or refuses such names; none for
 * any other declaration. The function throws a TypeError for what would arrive as something else, because no kind says
 * what its string stands for.
 */
export function compileUndeclaredTexts(
  declared: Members | KindLike | undefined,
  fields: readonly Field[],
): (values: object | undefined) => [string, string][] {
  if (!takesOthers(declared)) return () => []
  const known = new Set(fields.flatMap(({ name, wireName }) => [name, wireName]))
  return (values = {}) =>
    Object.entries(values)
      .filter(([name, value]) => !known.has(name) && value !== undefined)
      .flatMap(([name, value]) => textsOf(name, value).map((text): [string, string] => [name, text]))
}

function textsOf(name: string, value: unknown): readonly string[] {
  const texts: readonly unknown[] = [value].flat()
  const isRead = !Array.isArray(value) || texts.length > 1
  if (!isRead || !texts.every((text) => typeof text === 'string'))
    throw new TypeError(
      `${name} cannot be sent as ${JSON.stringify(listed(value))}: a value that is not declared arrives as a string, or as a list of several strings`,
    )
  requireWellFormed(name, [name, ...texts])
  return texts
}
