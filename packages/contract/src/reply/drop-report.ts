/** Names that a response model left out of an answer, as `onDrop` is told of them. */
export interface DropNotice {
  /** The operation's name in the contract. */
  readonly operation: string
  /** Paths of names (`author.password`, `*` for a record's keys), sorted; never values. */
  readonly dropped: readonly string[]
}

/** Told of the names that an answer's model drops; an empty list is nothing to report. */
export type DropReport = (dropped: readonly string[]) => void

/** Creates the report of one operation: `onDrop` is told once of each set of names. */
export function createDropReport(operation: string, onDrop: (notice: DropNotice) => void): DropReport {
  const told = new Set<string>()
  return (names) => {
    if (names.length === 0 || told.size === MOST) return
    const dropped = [...names].sort()
    const key = JSON.stringify(dropped)
    if (told.has(key)) return
    told.add(key)
    onDrop({ operation, dropped })
  }
}

// Records of free shape have no end of sets, and the memory of them must have one.
const MOST = 100
