import { readFileSync } from 'node:fs'

/**
 * Reads a UTF-8 file, without the byte order mark that editors of Windows may add. Throws an error that says why it
 * cannot be read.
 */
export function readUtf8(path: string): string {
  const bytes = readFileSync(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('it is not UTF-8. Save it in this encoding')
  }
}
