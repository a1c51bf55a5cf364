import { identityOf } from '../rules/unique.ts'
import { Scalar } from '../text/scalar.ts'
import type { Kind } from './kind.ts'
import { isObject } from './source.ts'

/** The values of a kind that were added, each once. */
export class DistinctValues {
  readonly #kind: Kind
  /** Whether a list is a tuple here; any other is not hashable. */
  readonly #takesTuples: boolean
  readonly #values = new Map<unknown, unknown>()

  constructor(kind: Kind) {
    this.#kind = kind
    this.#takesTuples = holdsTuple(kind)
  }

  get size(): number {
    return this.#values.size
  }

  /** Whether a value could be added: only what Python calls hashable can. */
  add(value: unknown): boolean {
    if (isObject(value) && !(value instanceof Scalar) && !(Array.isArray(value) && this.#takesTuples))
      return false
    const identity = identityOf(this.#kind.serialize(value))
    if (!this.#values.has(identity)) this.#values.set(identity, value)
    return true
  }

  all(): Set<unknown> {
    return new Set(this.#values.values())
  }
}

function holdsTuple({ name, parts = [] }: Kind): boolean {
  return name === 'tuple' || parts.some(holdsTuple)
}
