import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { BackupReport } from '../backup.ts'
import { StorageRefused } from '../errors.ts'
import { flushFile } from './flush.ts'
import { inspectFile } from './inspection.ts'
import { logEnds } from './leftover-logs.ts'
import type { Location } from './location.ts'
import { readDatabase } from './read-only.ts'

/**
 * Writes a consistent snapshot of a database to a new file, readable only by its owner, flushes it to disk and verifies
 * it. Throws a `StorageRefused` with the message `removed` where another process removed the file meanwhile.
 */
export async function copyDatabase(from: Location, to: string, removed: string): Promise<BackupReport> {
  closeSync(openSync(to, 'wx', 0o600))
  try {
    readDatabase(from.file, (database) => database.prepare('VACUUM INTO ?').run(to))
    flushFile(to)
    return await inspectFile(to, `the copy of ${from.where}`)
  } catch (error) {
    throw copyFailure(error, to, removed)
  }
}

/** Renames a finished copy, and replaces the file of that name. Throws what `copyDatabase` throws if the copy was removed. */
export function renameCopy(copy: string, name: string, removed: string): void {
  try {
    renameSync(copy, name)
  } catch (error) {
    throw copyFailure(error, copy, removed)
  }
}

function copyFailure(error: unknown, copy: string, removed: string): unknown {
  return existsSync(copy) ? error : new StorageRefused(removed, { cause: error })
}

/**
 * Removes the copies whose names begin like this, which killed processes have left. A process that is still writing one
 * began earlier than this one, and fails.
 */
export function removeCopies(start: string): void {
  const folder = dirname(start)
  for (const name of namesIn(folder))
    if (name.startsWith(basename(start))) rmSync(join(folder, name), { force: true })
}

/** None for a folder that this user may write to but not read. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * Removes the remains of a failed copy if possible, including the journal that SQLite leaves of one that ran out of
 * space. The error to report is why the copy failed, not why some of it remains.
 */
export function removeFailedCopy(file: string): void {
  try {
    for (const end of ['', ...logEnds]) rmSync(file + end, { force: true })
  } catch {
    // Nothing was created in a folder that this user may not enter.
  }
}
