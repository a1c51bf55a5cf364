/** The result of replaying one file. */
export interface Replay {
  readonly passed: number
  readonly failed: number
  /** One line per failed case: its id and the difference. */
  readonly misses: readonly string[]
}

/**
 * Returns what `judge` finds wrong with a case. A case that cannot be replayed, such as one whose declaration has
 * mistakes, is also a miss.
 */
export function missOf(id: string, judge: () => string | undefined): string | undefined {
  try {
    return judge()
  } catch (error) {
    return `${id}: ${error}`
  }
}

/** Returns the result for `count` cases, of which those in `misses` failed. */
export function replayOf(count: number, misses: readonly string[]): Replay {
  return { passed: count - misses.length, failed: misses.length, misses }
}
