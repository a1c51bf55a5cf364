/** The names of headers with their values, which stand by turns. */
export function pairsOf(flat: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? ''])
  return pairs
}

/** The values of one header among names and values by turns, joined as a browser joins them; null when there is none. */
export function headerValue(flat: readonly string[], name: string): string | null {
  const values = pairsOf(flat).filter(([given]) => given.toLowerCase() === name)
  return values.length === 0 ? null : values.map(([, value]) => value).join(', ')
}

/** The members of a header that is a list; empty when there is none. */
export function headerMembers(flat: readonly string[], name: string): readonly string[] {
  const members = (headerValue(flat, name) ?? '').split(',').map((member) => member.trim())
  return members.filter((member) => member !== '')
}
