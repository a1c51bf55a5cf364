/**
 * Collects what one turn of the event loop adds, and takes all of it together at the turn's end: a processor that does one
 * kind of work after the other needs less time for all of it (decisions/017). `schedule` is the runtime's `setImmediate`,
 * which comes right after the sockets of a turn were read; `take` must not throw. Answers the function that adds.
 */
export function createGroup<Item>(
  take: (item: Item) => void,
  schedule: (flush: () => void) => unknown,
): (item: Item) => void {
  let waiting: Item[] = []
  const flush = () => {
    const batch = waiting
    waiting = []
    for (const item of batch) take(item)
  }
  return (item) => {
    if (waiting.length === 0) schedule(flush)
    waiting.push(item)
  }
}
