import type { Kind, Shown } from '../kind.ts'
import { hide, maskByAll } from '../mask.ts'
import { isSource } from '../source.ts'
import { foundNames, type ModelShape } from './model-shape.ts'

/**
 * Masks an input of a model that has secrets: fields as their kinds do; values of unknown keys entirely, because the
 * key could be a misspelt secret.
 */
export function maskFields(shape: ModelShape, input: unknown, shown: Shown): unknown {
  if (!isSource(input)) return hide(input)
  const kinds = kindsByName(shape)
  const entries = Object.entries(input).map(([key, value]) => {
    const meant = kinds.get(key)
    return [key, meant === undefined ? hide(value) : maskByAll(meant, value, shown)]
  })
  return Object.fromEntries(entries)
}

/** Returns the paths of the names in `value` that a reply through the model leaves out. */
export function droppedNames(shape: ModelShape, value: unknown): readonly string[] {
  if (!isSource(value)) return []
  const known = foundNames(shape, value, true)
  const { extra = 'ignore' } = shape.options
  const own = extra === 'ignore' ? Object.keys(value) : []
  const kinds = kindsByName(shape)
  const inner = Object.entries(value).flatMap(([key, item]) =>
    (kinds.get(key) ?? []).flatMap((kind) => kind.dropped?.(item) ?? []).map((path) => `${key}.${path}`),
  )
  return [...own.filter((key) => !known.has(key) && value[key] !== undefined), ...inner]
}

/** Returns the kinds that a key may be meant for: the alias of one field may be the own name of another. */
function kindsByName({ fields }: ModelShape): ReadonlyMap<string, readonly Kind[]> {
  const kinds = new Map<string, readonly Kind[]>()
  for (const { name, wireName, kind } of fields)
    for (const key of new Set([name, wireName])) kinds.set(key, [...(kinds.get(key) ?? []), kind])
  return kinds
}
