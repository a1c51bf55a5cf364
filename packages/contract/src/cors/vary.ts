/** What every response to a preflight depends on; name and value alternate. */
export const PREFLIGHT_VARY: readonly string[] = [
  'vary',
  'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
]

/**
 * Merges several Vary values: every name once, compared without case, in order; `*` replaces the rest (RFC 9110
 * §12.5.5).
 */
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
