import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StorageRefused } from '../errors.ts'
import { isLocked } from './failure.ts'

/** The suffixes of a database's logs. */
export const logEnds = ['-wal', '-shm', '-journal'] as const

/** Returns the logs under a database's name: SQLite applies them to whatever file has that name. */
export function leftoverLogs(file: string): readonly string[] {
  return logEnds.map((end) => file + end).filter((log) => existsSync(log))
}

/**
 * Throws `StorageRefused` for the log path of an existing database: a file put there would be lost, and so would the
 * content of the log. Links in the path are already followed. Case is ignored, as some disks do.
 */
export function refuseLogName(file: string): void {
  for (const end of logEnds) {
    const database = file.slice(0, -end.length)
    if (!file.toLowerCase().endsWith(end) || !existsSync(database)) continue
    throw new StorageRefused(
      `${file} is where SQLite keeps a log of ${database}; give the path of another file`,
    )
  }
}

/**
 * Makes SQLite apply the logs of a database to its file and remove them; does nothing where the file is too damaged.
 * Throws `StorageRefused` where the database is in use; `where` is its name in the message.
 */
export function applyLogs(file: string, where: string): void {
  try {
    // Fails for a damaged file, which must not be opened for writing: closing it would remove its log, applied or not.
    run(file, 'PRAGMA schema_version', { readOnly: true })
    // This mode leaves no log. For a file that already has it, only the transaction takes a lock.
    run(file, 'PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT', { readOnly: false })
  } catch (error) {
    if (isLocked(error)) throw inUse(where)
  }
}

/** Returns the error for replacing a database that another program has open. */
export function inUse(where: string): StorageRefused {
  return new StorageRefused(`${where} is in use; stop the service first`)
}

function run(file: string, sql: string, { readOnly }: { readonly readOnly: boolean }): void {
  const database = new DatabaseSync(file, { timeout: 500, readOnly })
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
}
