import { SingleBar } from 'cli-progress'
import type { Progress } from './terminal.ts'

/** Creates a bar on standard error, redrawn as it grows. */
export function createProgressBar(what: string, total: number): Progress {
  const bar = new SingleBar({ format: `${what} {bar} {value}/{total}, {eta_formatted} left`, barsize: 30 })
  bar.start(total, 0)
  return { advance: (by) => bar.increment(by), finish: () => bar.stop() }
}
