import { fstatSync, writeSync } from 'node:fs'

/**
 * Writes texts to the standard error of this process. What cannot be written is left out, and a reader who has gone or
 * a disk that is full ends nothing: what comes when there is room again is written.
 */
export function createErrorWriter(): (text: string) => void {
  if (!isFile(2)) {
    process.stderr.on('error', () => undefined)
    return (text) => void process.stderr.write(text)
  }
  // Node's own stream of a file is closed by its first failure.
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

function isFile(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    return !process.stderr.isTTY && !stats.isFIFO() && !stats.isSocket()
  } catch {
    return false
  }
}
