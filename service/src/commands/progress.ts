import { SingleBar } from 'cli-progress'
import type { Progress } from './terminal.ts'

/** A bar on the standard error, redrawn as it grows. */
export function createBar(what: string, total: number): Progress {
  const bar = new SingleBar({ format: `${what} {bar} {value}/{total}, {eta_formatted} left`, barsize: 30 })
  bar.start(total, 0)
  return { advance: (by) => bar.increment(by), finish: () => bar.stop() }
}

/** A line each time another tenth is done, for logs and pipes. */
export function createProgressLines(
  print: (line: string) => void,
  { what, total }: { what: string; total: number },
): Progress {
  let done = 0
  return {
    advance(by) {
      const tenths = Math.floor((done * 10) / total)
      done += by
      if (Math.floor((done * 10) / total) > tenths) print(`${what}: ${done} of ${total}`)
    },
    finish: () => undefined,
  }
}
