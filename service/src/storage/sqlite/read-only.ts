import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { followLinks } from './location.ts'

/**
 * Opens a file only to read it. Where whoever wrote to it was killed and left a journal, what was half done is undone
 * first, as by anybody else who opens it; who may only read cannot, and SQLite would say no more than that.
 */
export function openReadOnly(file: string): DatabaseSync {
  refuseFolder(file)
  if (existsSync(`${followLinks(file)}-journal`)) undoHalfDone(file)
  return new DatabaseSync(file, { readOnly: true, timeout: 5000 })
}

/** Throws for a folder what SQLite says of one that it is to write to; opened only to be read, it looks like a failing disk. */
export function refuseFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new Error('unable to open database file')
}

function undoHalfDone(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 })
  try {
    database.exec('PRAGMA schema_version')
  } finally {
    database.close()
  }
}
