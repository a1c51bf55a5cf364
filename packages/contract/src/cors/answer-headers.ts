/** The values of one header among names and values by turns, joined as a browser joins them; null when there is none. */
export function headerValue(flat: readonly string[], name: string): string | null {
  const values: string[] = []
  for (let index = 0; index + 1 < flat.length; index += 2) {
    if (flat[index]?.toLowerCase() === name) values.push(flat[index + 1] ?? '')
  }
  return values.length === 0 ? null : values.join(', ')
}

/** The members of a header that is a list; empty when there is none. */
export function headerMembers(flat: readonly string[], name: string): readonly string[] {
  const members = (headerValue(flat, name) ?? '').split(',').map((member) => member.trim())
  return members.filter((member) => member !== '')
}
