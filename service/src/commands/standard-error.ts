import { fstatSync, writeSync } from 'node:fs'

/** Bytes that wait for a reader of the standard error who does not read, before what comes next is left out. */
const mostWaiting = 1024 * 1024

/** Milliseconds for which nothing may be read until a process that is done waits for such a reader no more. */
const patience = 5000

/**
 * Writes texts to the standard error of this process. What cannot be written is left out, and a reader who has gone or
 * does not read, or a disk that is full, ends nothing: what comes when there is room again is written.
 */
export function createErrorWriter(): (text: string) => void {
  if (!isFile(2)) {
    process.stderr.on('error', () => undefined)
    return (text) => {
      if (process.stderr.writableLength < mostWaiting) process.stderr.write(text)
    }
  }
  // Node's own stream of a file does not tell of a line that was written in part.
  let isBroken = false
  return (text) => {
    try {
      const bytes = Buffer.from(isBroken ? `\n${text}` : text)
      isBroken = writeSync(2, bytes) < bytes.length
    } catch {
      // Nothing is left to tell it to.
    }
  }
}

/**
 * Ends a process that is done, though the reader of its standard error does not read on; Node would wait for it without
 * end. One who reads, however slowly, is waited for, and so is the reader of the standard output.
 */
export function leaveStalledReader(): void {
  // A file has no reader, and what Bun and Deno write by tells nothing of theirs.
  if (!('setTimeout' in process.stderr)) return
  process.stderr.setTimeout(patience, () => {
    // What else keeps a process from ending is not to be hidden.
    if (process.stderr.writableLength === 0) return
    if (process.stdout.writableLength > 0) process.stdout.write('', leaveStalledReader)
    else process.exit()
  })
}

function isFile(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    return !process.stderr.isTTY && !stats.isFIFO() && !stats.isSocket()
  } catch {
    return false
  }
}
