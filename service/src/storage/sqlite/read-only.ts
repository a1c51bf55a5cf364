import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { followLinks, foundAt } from './location.ts'

/**
 * Opens a file only for reading. If its writer was killed and left a journal, the unfinished changes are undone first,
 * as anyone else who opens the file would do. A user who may only read cannot do that, and SQLite would report no more
 * than that.
 */
export function openReadOnly(file: string): DatabaseSync {
  refuseNonFile(file)
  if (existsSync(`${followLinks(file)}-journal`)) undoHalfDone(file)
  return new DatabaseSync(file, { readOnly: true, timeout: 5000 })
}

/** Opens the database in a file only for reading, passes it to `read`, and always closes it. */
export function readDatabase<Value>(file: string, read: (database: DatabaseSync) => Value): Value {
  const database = openReadOnly(file)
  try {
    return read(database)
  } finally {
    database.close()
  }
}

/**
 * Throws an error for a folder, a device or a pipe. Otherwise these would look like a failing disk, and a file might take
 * their name. Throws SQLite's error for a path that this user may not look at.
 */
export function refuseNonFile(path: string): void {
  const found = foundAt(path)
  if (found === 'other') throw new Error('this is a folder, a device or a pipe')
  if (found === 'hidden') throw new Error('unable to open database file')
}

function undoHalfDone(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 })
  try {
    database.exec('PRAGMA schema_version')
  } finally {
    database.close()
  }
}
