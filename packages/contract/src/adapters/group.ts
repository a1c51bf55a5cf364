/** Runs what it is given, at once or later together with others. What it runs must not throw. */
export type Take = (run: () => void) => void

/**
 * Collects the work that one turn of the event loop brings, and runs it together at the turn's end, or as soon as there
 * is much of it. A processor needs less time in total if it does one kind of work after the other (decisions/017).
 * `schedule` is the runtime's `setImmediate`, which runs right after the sockets of a turn were read.
 */
export function createGroup(schedule: (flush: () => void) => unknown): Take {
  let waiting: (() => void)[] = []
  const flush = () => {
    const batch = waiting
    waiting = []
    for (const run of batch) run()
  }
  return (run) => {
    if (waiting.length === 0) schedule(flush)
    waiting.push(run)
    if (waiting.length === MOST) flush()
  }
}

// With more, the first would have left the processor's caches before its turn comes.
const MOST = 32
