/** A row of numbers that looks random and is the same for the same seed. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  readonly below: (below: number) => number
  readonly oneOf: <Value>(values: readonly [Value, ...Value[]]) => Value
}

/** Creates the row of a seed: a 32-bit counter, mixed as Murmur3 finishes a hash. Nothing secret may come from it. */
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
