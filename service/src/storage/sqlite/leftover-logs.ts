import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StorageRefused } from '../errors.ts'
import { isLocked } from './failure.ts'
import { followLinks } from './location.ts'

/** What follows a database's name in those of its logs. */
export const logEnds = ['-wal', '-shm', '-journal'] as const

/** The logs under a database's name: SQLite takes them for those of whatever file has that name, and plays them into it. */
export function leftoverLogs(file: string): readonly string[] {
  return logEnds.map((end) => file + end).filter((log) => existsSync(log))
}

/** Throws `StorageRefused` for the name of a log of a database that is there: what is put in its place is lost, and so is what it held. */
export function refuseLogName(path: string): void {
  const file = followLinks(path)
  for (const end of logEnds) {
    const database = file.slice(0, -end.length)
    if (!file.endsWith(end) || !existsSync(database)) continue
    throw new StorageRefused(
      `${file} is where SQLite keeps a log of ${database}; give the path of another file`,
    )
  }
}

/**
 * Takes the logs of a database into its file, which only the last user can, unless the file is too damaged for it.
 * Throws `StorageRefused` where somebody uses it; `where` names it then.
 */
export function finishLogs(file: string, where: string): void {
  try {
    // Closing a file that was open for writing removes its log, also where it could not be read.
    run(file, 'PRAGMA schema_version', { readOnly: true })
    // Of a file that has this mode already the pragma asks for no lock.
    run(file, 'PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT', { readOnly: false })
  } catch (error) {
    if (isLocked(error)) throw new StorageRefused(`${where} is in use; stop the service first`)
  }
}

function run(file: string, sql: string, { readOnly }: { readonly readOnly: boolean }): void {
  const database = new DatabaseSync(file, { timeout: 500, readOnly })
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
}
