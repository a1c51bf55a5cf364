import { closeSync, openSync, rmSync } from 'node:fs'
import { flushFile } from './flush.ts'
import { logEnds } from './leftover-logs.ts'
import { readDatabase } from './read-only.ts'

/** Writes a consistent snapshot of a database to a new file, readable only by its owner, and flushes it to disk. */
export function copyDatabase(from: string, to: string): void {
  removeCopy(to)
  closeSync(openSync(to, 'wx', 0o600))
  readDatabase(from, (database) => database.prepare('VACUUM INTO ?').run(to))
  flushFile(to)
}

/** Removes the remains of a failed copy if possible: the error to report is why the copy failed, not why some of it remains. */
export function removeFailedCopy(file: string): void {
  try {
    removeCopy(file)
  } catch {
    // Nothing was created in a folder that this user may not enter.
  }
}

/** Removes a copy, and the journal that SQLite leaves of one that ran out of space. */
function removeCopy(file: string): void {
  for (const end of ['', ...logEnds]) rmSync(file + end, { force: true })
}
