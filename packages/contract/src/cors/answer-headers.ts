/** Returns headers as pairs, from a list of alternating names and values. */
export function pairsOf(flat: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? ''])
  return pairs
}

/**
 * Returns the values of one header in a list of alternating names and values, joined as a browser joins them; null if
 * there is none.
 */
export function joinedValue(flat: readonly string[], name: string): string | null {
  const values = pairsOf(flat).filter(([given]) => given.toLowerCase() === name)
  return values.length === 0 ? null : values.map(([, value]) => value).join(', ')
}

/** Returns the members of a header that is a list; empty if there is none. */
export function headerMembers(flat: readonly string[], name: string): readonly string[] {
  const members = (joinedValue(flat, name) ?? '').split(',').map((member) => member.trim())
  return members.filter((member) => member !== '')
}
