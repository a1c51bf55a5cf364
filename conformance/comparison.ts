import { isDeepStrictEqual } from 'node:util'

/**
 * Whether two JSON values are the same, ignoring the order of names, the sign of zero, how NaN and infinities are
 * written, and whether an integer is a bigint.
 */
export function isSameValue(recorded: unknown, given: unknown): boolean {
  return isDeepStrictEqual(comparable(recorded), comparable(given))
}

/** Formats a value for a miss. */
export function shown(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member))
}

function comparable(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : 'no finite number'
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(comparable)
  if ('$float' in value) return 'no finite number'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([name, member]) => [name, comparable(member)])
}
