const LABEL = '[a-z0-9-]+'

/** The entries of an origin list as one RE2 pattern: exact origins escaped, a star as one or more labels. */
export function originUnion(entries: readonly string[]): string {
  return [...new Set(entries)].map(entryPattern).join('|')
}

function entryPattern(entry: string): string {
  const parts = entry.split('*').map((part) => part.replaceAll(/[.[\]]/g, '\\$&'))
  return parts.reduce((pattern, part) => {
    if (pattern.endsWith('://')) return `${pattern}${LABEL}(\\.${LABEL})*${part}`
    return `${pattern}${pattern.endsWith(':') ? '[0-9]+' : LABEL}${part}`
  })
}
