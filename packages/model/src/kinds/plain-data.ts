import type { Exclusions } from '../compile/code.ts'
import { kindOf, modelOf } from './kind.ts'
import { isObject } from './source.ts'

/** Data as JSON holds it, as pydantic writes it: bigints as numbers, sets as lists, maps as objects, bytes as the UTF-8 text they are,
 *  a model's instance by its aliases. A bigint that no number holds exactly is the text of its digits. */
export function plainData(value: unknown, exclusions?: Exclusions): unknown {
  // Most data is a scalar, which is not worth a search.
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  // JSON has no words for these; as a member of something they are left out, as JSON.stringify does it.
  if (typeof value === 'function' || typeof value === 'symbol') return null
  if (!holdsCollection(value)) return value ?? null
  return JSON.parse(
    JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name, member) {
      // Node's Buffer writes itself otherwise than as the bytes that it is.
      const own = this[name]
      return asPlain(own instanceof Uint8Array ? own : member, exclusions)
    }),
  )
}

/** What an object holds: its members, or nothing where it writes itself. */
export function membersOf(value: object): readonly (readonly [string, unknown])[] {
  if ('toJSON' in value && typeof value.toJSON === 'function') return []
  if (value instanceof Set) return Object.entries([...value])
  if (value instanceof Map) return [...value].map(([key, member]) => [String(key), member])
  return value instanceof Uint8Array ? [] : Object.entries(value)
}

function asPlain(value: unknown, exclusions?: Exclusions): unknown {
  if (value instanceof Set) return [...value]
  if (value instanceof Map) return Object.fromEntries(value)
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Uint8Array) return TEXT.decode(value)
  const model = isObject(value) ? modelOf(value) : undefined
  return model === undefined ? value : kindOf(model).serialize(value, exclusions)
}

const TEXT = new TextDecoder('utf-8', { ignoreBOM: true })

// Without recursion and each object once: the data may be of any depth.
function holdsCollection(value: unknown): boolean {
  const open = [value]
  const seen = new Set<unknown>(open)
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (asPlain(at) !== at) return true
    if (!isObject(at)) continue
    for (const [, member] of membersOf(at)) {
      if (typeof member === 'bigint') return true
      if (typeof member !== 'object' || seen.has(member)) continue
      seen.add(member)
      open.push(member)
    }
  }
  return false
}
