import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { followLinks, foundAt } from './location.ts'

/**
 * Opens a file only to read it. Where whoever wrote to it was killed and left a journal, what was half done is undone
 * first, as by anybody else who opens it; who may only read cannot, and SQLite would say no more than that.
 */
export function openReadOnly(file: string): DatabaseSync {
  refuseOthers(file)
  if (existsSync(`${followLinks(file)}-journal`)) undoHalfDone(file)
  return new DatabaseSync(file, { readOnly: true, timeout: 5000 })
}

/** Opens the database in a file only to read it, lets `read` use it, and closes it, whatever happens. */
export function readDatabase<Value>(file: string, read: (database: DatabaseSync) => Value): Value {
  const database = openReadOnly(file)
  try {
    return read(database)
  } finally {
    database.close()
  }
}

/**
 * Throws for a folder, a device or a pipe what SQLite says of a folder that it is to write to; else these look like a failing
 * disk, and a file may take their name. So it does for what this user may not look at.
 */
export function refuseOthers(path: string): void {
  const found = foundAt(path)
  if (found === 'other' || found === 'hidden') throw new Error('unable to open database file')
}

function undoHalfDone(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 })
  try {
    database.exec('PRAGMA schema_version')
  } finally {
    database.close()
  }
}
