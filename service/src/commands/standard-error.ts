import { fstatSync, writeSync } from 'node:fs'
import type { OutputWriter } from './standard-output.ts'

/** Bytes that may wait for a stalled reader of standard error. Once more wait, further output is dropped. */
const mostWaiting = 1024 * 1024

/** Milliseconds without a read after which a finished process stops waiting for such a reader. */
const patience = 5000

/**
 * Creates a function that writes to the standard error of this process. Output that cannot be written is dropped. A
 * reader that has gone or has stalled, or a full disk, ends nothing; later output is written once there is room again.
 */
export function createErrorWriter(): (text: string) => void {
  if (!isFile()) {
    process.stderr.on('error', () => undefined)
    return (text) => {
      if (process.stderr.writableLength < mostWaiting) process.stderr.write(text)
    }
  }
  // Node's own file stream does not report a line that was written only in part.
  let isBroken = false
  return (text) => {
    try {
      const bytes = Buffer.from(isBroken ? `\n${text}` : text)
      isBroken = writeSync(2, bytes) < bytes.length
    } catch {
      // There is nowhere left to report this.
    }
  }
}

/**
 * Ends a finished process even if the reader of its output has stalled; Node would wait forever. A reader that still
 * reads, however slowly, is waited for, and so is the reader of a result.
 */
export function leaveStalledReader(output: Pick<OutputWriter, 'holdsResult'>): void {
  // A file has no reader, and the streams of Bun and Deno report nothing about theirs.
  if (!('setTimeout' in process.stderr)) return
  process.stderr.setTimeout(patience, () => {
    if (output.holdsResult()) process.stdout.write('', () => leaveStalledReader(output))
    // Anything else that keeps the process alive must not be hidden.
    else if (process.stderr.writableLength > 0 || process.stdout.writableLength > 0) process.exit()
  })
}

function isFile(): boolean {
  try {
    const stats = fstatSync(2)
    return !process.stderr.isTTY && !stats.isFIFO() && !stats.isSocket()
  } catch {
    return false
  }
}
