import { closeSync, openSync, rmSync } from 'node:fs'
import { flushFile } from './flush.ts'
import { openReadOnly } from './read-only.ts'

/** Writes all of a database as of one moment to a new file that is on disk afterwards, for its owner alone to read. */
export function copyDatabase(from: string, to: string): void {
  rmSync(to, { force: true })
  closeSync(openSync(to, 'wx', 0o600))
  const database = openReadOnly(from)
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
  flushFile(to)
}
