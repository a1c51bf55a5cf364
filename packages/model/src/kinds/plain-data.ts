import type { Exclusions } from '../compile/code.ts'
import { once } from '../compile/once.ts'
import { kindOf, modelOf } from './kind.ts'
import { isObject } from './source.ts'

/**
 * Returns data as JSON holds it and pydantic writes it: bigints as numbers, sets as lists, maps as objects, bytes as
 * UTF-8 text, an instance of a model by its aliases. A bigint that no number holds exactly becomes the string of its
 * digits.
 */
export function plainData(value: unknown, exclusions?: Exclusions): unknown {
  // Most data is a scalar and needs no search.
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  // JSON cannot express these; as members of something they are left out, as by JSON.stringify.
  if (typeof value === 'function' || typeof value === 'symbol') return null
  if (!holdsCollection(value)) return value ?? null
  return JSON.parse(
    JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name, member) {
      // Node's Buffer would write itself as something other than its bytes.
      const own = this[name]
      return asPlain(own instanceof Uint8Array ? own : member, exclusions)
    }),
  )
}

/** Returns what an object contains: its members, or nothing if it writes itself. */
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
  if (value instanceof Uint8Array) return decoder().decode(value)
  const model = isObject(value) ? modelOf(value) : undefined
  return model === undefined ? value : kindOf(model).serialize(value, exclusions)
}

// Not made on import: some environments, such as Jest's jsdom, have none.
const decoder = once(() => new TextDecoder('utf-8', { ignoreBOM: true }))

// Without recursion and visiting each object once: the data may be of any depth.
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
