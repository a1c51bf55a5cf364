/** The places of the first two items of JSON data that are equal, deeply and whatever the order of keys; undefined where all differ. */
export function firstRepeat(items: readonly unknown[]): readonly [number, number] | undefined {
  const seen = new Map<unknown, number>()
  for (const [index, item] of items.entries()) {
    const identity = item !== null && typeof item === 'object' ? canonicalText(item) : scalarIdentity(item)
    const first = seen.get(identity)
    if (first !== undefined) return [first, index]
    seen.set(identity, index)
  }
  return undefined
}

// A text could be taken for an object's canonical text, so texts are marked; no canonical text begins with a quote.
function scalarIdentity(item: unknown): unknown {
  return typeof item === 'string' ? `"${item}` : item
}

function canonicalText(data: unknown): string {
  return JSON.stringify(data, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
