/** What every answer to a preflight depends on, as a flat pair. */
export const PREFLIGHT_VARY: readonly string[] = [
  'vary',
  'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
]

/** Several Vary values as one: every name once, compared without case, in order; `*` swallows the rest (RFC 9110 §12.5.5). */
export function mergeVary(values: readonly string[]): string {
  if (values.length === 1) return values[0] ?? ''
  const names = new Map<string, string>()
  for (const item of values.join(',').split(',')) {
    const name = item.trim()
    if (name === '*') return '*'
    if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return [...names.values()].join(', ')
}
