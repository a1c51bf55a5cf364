/**
 * How many levels an item may have. Data with more than a stack holds, or that contains itself, could not be compared.
 */
const MOST_LEVELS = 1000

/**
 * Returns the indexes of the first two items of JSON data that are deeply equal, whatever the order of keys; undefined
 * if all differ. Throws a RangeError where an item has more than 1000 levels.
 */
export function firstRepeat(items: readonly unknown[]): readonly [number, number] | undefined {
  const seen = new Map<unknown, number>()
  for (const [index, item] of items.entries()) {
    const identity = identityOf(item)
    const first = seen.get(identity)
    if (first !== undefined) return [first, index]
    seen.set(identity, index)
  }
  return undefined
}

/**
 * Returns a value that is the same for equal JSON data and for no other. Throws a RangeError for more than 1000 levels.
 */
export function identityOf(item: unknown): unknown {
  // A string could equal the canonical text of an object, so strings are marked with a quote, with which no canonical
  // text begins.
  if (typeof item === 'string') return `"${item}`
  return item !== null && typeof item === 'object' ? canonicalText(item) : item
}

function canonicalText(data: unknown): string {
  const levels = new Map<unknown, number>()
  return JSON.stringify(data, function (this: unknown, _, value: unknown) {
    if (value === null || typeof value !== 'object') return value
    const level = (levels.get(this) ?? 0) + 1
    if (level > MOST_LEVELS) throw new RangeError(`An item has more than ${MOST_LEVELS} levels`)
    const copy = Array.isArray(value) ? [...value] : withSortedKeys(value)
    levels.set(copy, level)
    return copy
  })
}

function withSortedKeys(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
