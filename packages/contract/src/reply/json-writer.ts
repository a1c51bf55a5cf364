/**
 * Writes any value as JSON and never throws: exact digits for a bigint, null for NaN, text for bytes, and `"…"` in
 * place of a cycle and below 600 levels.
 */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return writeCarefully(value, new Set())
  }
}

const DEEPEST = 600

/** `within` are the containers around the value. */
function writeCarefully(value: unknown, within: Set<object>): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (within.has(value) || within.size > DEEPEST) return '"…"'
  if (ArrayBuffer.isView(value)) return JSON.stringify(new TextDecoder().decode(value))
  within.add(value)
  try {
    return writeContainer(value, within)
  } catch {
    // A getter or a toJSON of other code threw.
    return '"…"'
  } finally {
    within.delete(value)
  }
}

function writeContainer(value: object, within: Set<object>): string {
  if ('toJSON' in value && typeof value.toJSON === 'function') return writeCarefully(value.toJSON(), within)
  if (Array.isArray(value)) return `[${Array.from(value, (item) => writeCarefully(item, within)).join(',')}]`
  const members = Object.entries(value).filter(([, member]) => isWritten(member))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeCarefully(member, within)}`).join(',')}}`
}

function isWritten(member: unknown): boolean {
  return member !== undefined && typeof member !== 'function' && typeof member !== 'symbol'
}
