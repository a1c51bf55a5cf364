import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

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
  flush(to, 'r+')
}

/** Puts the names in the folder of the file on disk, where the system can do so. */
export function flushFolder(file: string): void {
  if (process.platform !== 'win32') flush(dirname(file), 'r')
}

function flush(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
