/** Lists how a stored JSON document differs from the served one: one line per place, by JSON pointer (RFC 6901). */
export function documentDifferences(kept: unknown, served: unknown, pointer = ''): readonly string[] {
  const [keptMembers, servedMembers] = [membersOf(kept), membersOf(served)]
  if (
    keptMembers === undefined ||
    servedMembers === undefined ||
    Array.isArray(kept) !== Array.isArray(served)
  ) {
    if (Object.is(kept, served)) return []
    return [`${pointer || '/'}: ${shown(kept)} in the file, ${shown(served)} is served`]
  }
  const names = new Set([...keptMembers.keys(), ...servedMembers.keys()])
  return [...names].flatMap((name) => {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!servedMembers.has(name)) return [`${place}: only in the file`]
    if (!keptMembers.has(name)) return [`${place}: not in the file`]
    return documentDifferences(keptMembers.get(name), servedMembers.get(name), place)
  })
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
