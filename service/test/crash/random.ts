/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to `limit` − 1. */
  readonly below: (limit: number) => number
  /** Letters, digits and letters beyond ASCII; as many as asked. */
  readonly text: (length: number) => string
}

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789 ,äé漢😀']

/** Starts a sequence of numbers (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  return {
    below,
    text: (length) => Array.from({ length }, () => letters[below(letters.length)]).join(''),
  }
}
