/** A sequence of numbers that looks random and is the same for the same seed. */
export interface Random {
  /** Returns a whole number from 0 to `below` - 1. */
  readonly below: (below: number) => number
  readonly oneOf: <Value>(values: readonly [Value, ...Value[]]) => Value
}

/** Creates the sequence of a seed: a 32-bit counter with Murmur3's finalizer. Never use it for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return (mixed ^ (mixed >>> 16)) >>> 0
  }
  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit)
  return { below, oneOf: (values) => values[below(values.length)] ?? values[0] }
}
