import { identityOf } from '../rules/unique.ts'
import { Scalar } from '../text/scalar.ts'
import type { Kind } from './kind.ts'
import { isObject } from './source.ts'

/** The values of one kind that were added, each once. */
export class DistinctValues {
  readonly #kind: Kind
  readonly #values = new Map<unknown, unknown>()

  constructor(kind: Kind) {
    this.#kind = kind
  }

  get size(): number {
    return this.#values.size
  }

  /** Adds a value. Returns whether it could be added: only what Python calls hashable can. */
  add(value: unknown): boolean {
    if (!isHashable(this.#kind, value)) return false
    const identity = identityOf(this.#kind.serialize(value))
    if (!this.#values.has(identity)) this.#values.set(identity, value)
    return true
  }

  all(): Set<unknown> {
    return new Set(this.#values.values())
  }
}

/**
 * An array is hashable where the kind contains a tuple and everything in the array is hashable; any other array is a
 * list.
 */
function isHashable(kind: Kind, value: unknown): boolean {
  if (!isObject(value) || value instanceof Scalar || value instanceof Date) return true
  if (!Array.isArray(value)) return false
  const { name, parts = [] } = kind
  if (name !== 'tuple') return parts.some((part) => isHashable(part, value))
  // In a tuple of any length, one kind applies to all items.
  const [first = kind] = parts
  return value.every((item, index) => isHashable(parts[index] ?? first, item))
}
