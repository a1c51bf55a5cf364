import type { Progress } from './terminal.ts'

/** Prints a line after each tenth of the work, for logs and pipes. */
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
