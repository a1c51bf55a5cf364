import { loadavg } from 'node:os'

/** The native function that {@link mark} calls; the counter splits its counts at each call. */
export const MARKED = 'uv_loadavg'

/** Consecutive stretches after the warm-up. */
export const STRETCHES = 3

/** How much of a kind of work to do: first `warmUp` turns, then {@link STRETCHES} times `turns`. */
export interface Plan {
  /** Turns until everything that will be compiled has been; a multiple of `turns`. */
  readonly warmUp: number
  /** Turns per stretch. */
  readonly turns: number
}

/** The number of all turns in a plan. */
export function allTurns({ warmUp, turns }: Plan): number {
  return warmUp + STRETCHES * turns
}

/**
 * Returns a function to call before every turn and after the last. It marks the start of each stretch and the end of
 * the last, including the stretches of the warm-up. If the first mark came after the warm-up, every function that the
 * mark is inlined into would be compiled again there.
 */
export function createMarker(turns: number): () => void {
  let next = 0
  let turn = 0
  return () => {
    if (turn++ !== next) return
    next += turns
    mark()
  }
}

/** Reads the machine's load, which nothing else in a counted program does, and discards it. */
function mark(): void {
  loadavg()
}
