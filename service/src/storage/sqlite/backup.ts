import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, linkSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BackupOptions, BackupReport } from '../backup.ts'
import { StorageRefused } from '../errors.ts'
import { copyDatabase, removeCopies, removeFailedCopy, renameCopy } from './copy.ts'
import { fileFailure } from './failure.ts'
import { flushNames } from './flush.ts'
import { applyLogs, leftoverLogs, refuseLogName } from './leftover-logs.ts'
import { absolutePath, followLinks, foundAt, isSameFile, locateFile } from './location.ts'
import { refuseNonFile } from './read-only.ts'

/** As `backupDatabase`, of the SQLite database at `path`. */
export async function backupSqlite(
  path: string,
  file: string,
  { overwrite = false }: BackupOptions,
): Promise<BackupReport> {
  const source = locateFile(path)
  const target = followLinks(absolutePath(file))
  if (foundAt(source.file) === 'nothing')
    throw new StorageRefused(`There is no database at ${source.where} to back up`)
  if (isSameFile(target, source.file))
    throw new StorageRefused('The backup would be the database itself; name another file')
  refuseLogName(target)
  if (foundAt(dirname(target)) === 'nothing')
    throw new StorageRefused(
      `There is no folder ${dirname(target)} for the backup; create it, or name another file`,
    )
  const partial = `${target}.partial-${randomUUID()}`
  try {
    refuseNonFile(target)
    if (!overwrite && existsSync(target)) throw taken(target)
    removeCopies(`${target}.partial-`)
    const report = await copyDatabase(source, partial, begunAgain(target))
    removeLogs(target, overwrite)
    if (overwrite) renameCopy(partial, target, begunAgain(target))
    else takeName(partial, target)
    flushNames(target)
    return report
  } catch (error) {
    removeFailedCopy(partial)
    throw fileFailure(error, `Cannot back up ${source.where} to ${target}`)
  }
}

/**
 * Removes the logs under the name of the backup. Their content first goes into the older file, which a power cut may
 * bring back.
 */
function removeLogs(target: string, overwrite: boolean): void {
  const [first] = leftoverLogs(target)
  if (first === undefined) return
  if (!overwrite) {
    throw new StorageRefused(
      `${first} exists without its file, and would be taken for the log of the backup; ` +
        'name another file, or add --overwrite',
    )
  }
  if (existsSync(target)) applyLogs(target, target)
  for (const log of leftoverLogs(target)) rmSync(log, { force: true })
  flushNames(target)
}

/** Gives a complete file its final name, unless another program has taken that name meanwhile. */
function takeName(partial: string, target: string): void {
  try {
    linkSync(partial, target)
  } catch {
    if (existsSync(target)) throw taken(target)
    if (!existsSync(partial)) throw new StorageRefused(begunAgain(target))
    // Some file systems have no hard links.
    closeSync(openSync(target, 'wx'))
    renameCopy(partial, target, begunAgain(target))
  }
  rmSync(partial, { force: true })
}

function taken(target: string): StorageRefused {
  return new StorageRefused(`${target} already exists; name another file, or add --overwrite`)
}

function begunAgain(target: string): string {
  return `Another backup to ${target} was begun in the meantime`
}
