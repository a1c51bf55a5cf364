/** Names that a response model left out of a response, as `onDrop` receives them. */
export interface DropNotice {
  /** The operation's name in the contract. */
  readonly operation: string
  /** Paths of names (`author.password`, `*` for a record's keys), sorted. Never contains values. */
  readonly dropped: readonly string[]
}

/** Receives the names that a response's model drops. An empty list is ignored. */
export type DropReport = (dropped: readonly string[]) => void

/** Creates the report of one operation: it calls `onDrop` once for each set of names. */
export function createDropReport(operation: string, onDrop: (notice: DropNotice) => void): DropReport {
  const reported = new Set<string>()
  return (names) => {
    if (names.length === 0 || reported.size === MOST) return
    const dropped = [...names].sort()
    const key = JSON.stringify(dropped)
    if (reported.has(key)) return
    reported.add(key)
    onDrop({ operation, dropped })
  }
}

// Records of free shape have unlimited sets of names; their memory must be limited.
const MOST = 100
