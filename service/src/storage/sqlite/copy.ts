import { closeSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { flushFile } from './flush.ts'

/** Writes all of a database as of one moment to a new file that is on disk afterwards, for its owner alone to read. */
export function copyDatabase(from: string, to: string): void {
  rmSync(to, { force: true })
  closeSync(openSync(to, 'wx', 0o600))
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
  flushFile(to)
}
