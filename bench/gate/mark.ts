import { loadavg } from 'node:os'

/** The native function that {@link mark} calls; the counter cuts its counts where it is entered. */
export const MARKED = 'uv_loadavg'

/** Stretches behind the warm-up, one after the other. */
export const STRETCHES = 3

/** How much of a kind of work is done: first `warmUp` turns, then {@link STRETCHES} times `turns`. */
export interface Plan {
  /** Turns until everything is compiled that will be; a multiple of `turns`. */
  readonly warmUp: number
  /** Turns of one stretch. */
  readonly turns: number
}

/** All turns of a plan. */
export function allTurns({ warmUp, turns }: Plan): number {
  return warmUp + STRETCHES * turns
}

/** A function to call before every turn and after the last: it marks where each stretch begins and the last ends, those of
 *  the warm-up too. Were the first mark behind it, all that the mark is inlined into would be compiled once more there. */
export function createMarker(turns: number): () => void {
  let next = 0
  let turn = 0
  return () => {
    if (turn++ !== next) return
    next += turns
    mark()
  }
}

/** Reads the machine's load, which nothing else in a counted program does, and throws it away. */
function mark(): void {
  loadavg()
}
