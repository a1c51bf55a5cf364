/** The standard output of this process. */
export interface OutputWriter {
  /** Prints a line of a command's result. If it cannot be written, the exit code is 1. */
  readonly print: (line: string) => void
  /** Prints a line about a service that runs. If it cannot be written, nothing fails. */
  readonly announce: (line: string) => void
  /** Whether a part of the result still waits for its reader. */
  readonly holdsResult: () => boolean
}

/** Creates the writer; `warn` receives why something could not be written. A reader that has gone, such as `head`, is no failure. */
export function createOutputWriter(warn: (line: string) => void): OutputWriter {
  let printed = 0
  let written = 0
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // Node names a broken pipe of Windows EOF.
    if (code === 'EPIPE' || code === 'EOF') return
    warn(`Cannot write to the standard output: ${message}`)
    if (printed > 0) process.once('exit', failOnExit)
  })
  return {
    print(line) {
      printed += 1
      process.stdout.write(`${line}\n`, () => {
        written += 1
      })
    },
    announce: (line) => void process.stdout.write(`${line}\n`),
    holdsResult: () => written < printed,
  }
}

function failOnExit(): void {
  process.exitCode ||= 1
}
