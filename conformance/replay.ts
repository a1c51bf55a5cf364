/** What came of replaying one file. */
export interface Replay {
  readonly passed: number
  readonly failed: number
  /** One line a failed case: its id and the difference. */
  readonly misses: readonly string[]
}

/** What `judge` says is wrong with a case; one that cannot be replayed, such as a declaration with mistakes, is a miss as well. */
export function missOf(id: string, judge: () => string | undefined): string | undefined {
  try {
    return judge()
  } catch (error) {
    return `${id}: ${error}`
  }
}

/** Of `count` cases, those of `misses` failed. */
export function replayOf(count: number, misses: readonly string[]): Replay {
  return { passed: count - misses.length, failed: misses.length, misses }
}
