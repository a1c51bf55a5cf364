/** Time of all processors since the start of the machine, in hundredths of a second. */
export interface Ticks {
  readonly total: number
  readonly busy: number
  /** Taken by the host. */
  readonly steal: number
}

/** The ticks in the first line of /proc/stat. */
export function parseTicks(stat: string): Ticks {
  const line = stat.slice(0, stat.indexOf('\n'))
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const busy = user + nice + system + irq + soft
  return { total: busy + idle + wait + steal, busy, steal }
}
