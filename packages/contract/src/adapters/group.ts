/** Runs what it is given, at once or later with others; what it runs must not throw. */
export type Take = (run: () => void) => void

/**
 * Collects what one turn of the event loop brings, and runs it together at the turn's end, or as soon as there is much of
 * it: a processor that does one kind of work after the other needs less time for all of it (decisions/017). `schedule` is
 * the runtime's `setImmediate`, which comes right after the sockets of a turn were read. Each runs in the AsyncLocalStorage
 * of its own request, for a promise goes on where it was waited for.
 */
export function createGroup(schedule: (flush: () => void) => unknown): Take {
  let group: Group | undefined
  const open = (): Group => {
    const opened = { ...Promise.withResolvers<void>(), size: 0 }
    schedule(() => close(opened))
    return opened
  }
  const close = (closed: Group) => {
    if (group === closed) group = undefined
    closed.resolve()
  }
  return (run) => {
    group ??= open()
    group.size += 1
    void group.promise.then(run)
    if (group.size === MOST) close(group)
  }
}

interface Group {
  /** Resolved when it is run. */
  readonly promise: Promise<void>
  readonly resolve: () => void
  size: number
}

// With more, the first has left the processor's caches when its turn comes.
const MOST = 32
