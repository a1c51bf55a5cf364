import { closeSync, openSync, rmSync } from 'node:fs'
import { flushFile } from './flush.ts'
import { logEnds } from './leftover-logs.ts'
import { readDatabase } from './read-only.ts'

/** Writes all of a database as of one moment to a new file that is on disk afterwards, for its owner alone to read. */
export function copyDatabase(from: string, to: string): void {
  removeCopy(to)
  closeSync(openSync(to, 'wx', 0o600))
  readDatabase(from, (database) => database.prepare('VACUUM INTO ?').run(to))
  flushFile(to)
}

/** Removes what there is of a copy that failed, where it can: why it failed is to be told, and not why something of it stays. */
export function removeFailedCopy(file: string): void {
  try {
    removeCopy(file)
  } catch {
    // In a folder that this user may not enter nothing was made.
  }
}

/** What there is of a copy, with the journal that SQLite leaves of one that found no room. */
function removeCopy(file: string): void {
  for (const end of ['', ...logEnds]) rmSync(file + end, { force: true })
}
