import { readFileSync } from 'node:fs'

/** The time of all processors since the machine started, in hundredths of a second. */
export interface Ticks {
  readonly total: number
  readonly busy: number
  /** Taken by the host. */
  readonly steal: number
}

/** Parses the ticks in the first line of /proc/stat. */
export function parseTicks(stat: string): Ticks {
  const line = stat.slice(0, stat.indexOf('\n'))
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const busy = user + nice + system + irq + soft
  return { total: busy + idle + wait + steal, busy, steal }
}

/** Reads the ticks so far; throws where the kernel does not report them. */
export function readTicks(): Ticks {
  return parseTicks(readFileSync('/proc/stat', 'utf8'))
}

/**
 * Returns what the host and foreign processes took between two times, as shares of the time of all processors. `known`
 * is what the processes that are not foreign took, in microseconds.
 */
export function sharesBetween(
  before: Ticks,
  after: Ticks,
  known: number,
): { readonly steal: number; readonly foreign: number } {
  const total = after.total - before.total
  const foreign = after.busy - before.busy - known / 10_000
  return { steal: (after.steal - before.steal) / total, foreign: Math.max(foreign, 0) / total }
}
