import { randomUUID } from 'node:crypto'
import { constants, copyFileSync, existsSync, linkSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RestoreReport } from '../backup.ts'
import { StorageRefused } from '../errors.ts'
import { copyDatabase, removeCopies, removeFailedCopy, renameCopy } from './copy.ts'
import { fileFailure } from './failure.ts'
import { flushFile, flushNames } from './flush.ts'
import { createFolder } from './folder.ts'
import { inspectFile } from './inspection.ts'
import { applyLogs, inUse, leftoverLogs, logEnds, refuseLogName } from './leftover-logs.ts'
import { absolutePath, fileIdentity, foundAt, isSameFile, locateFile } from './location.ts'
import { refuseNonFile } from './read-only.ts'

/** As `restoreDatabase`, of the SQLite database at `path`. */
export async function restoreSqlite(file: string, path: string): Promise<RestoreReport> {
  const { file: target, where } = locateFile(path)
  const backup = absolutePath(file)
  const copy = `${target}.restoring-${randomUUID()}`
  const found = foundAt(backup)
  if (found === 'nothing' || found === 'other')
    throw new StorageRefused(`There is no backup file at ${backup}`)
  if (isSameFile(backup, target))
    throw new StorageRefused('The backup is the database itself; name another file')
  refuseLogName(target)
  await inspectFile(backup)
  let replaced: string | undefined
  try {
    refuseNonFile(target)
    createFolder(dirname(target), where)
    removeCopies(`${target}.restoring-`)
    const removed = `Another restore of ${where} was begun in the meantime`
    const report = await copyDatabase({ file: backup, where: backup }, copy, removed)
    replaced = setAside(target, where)
    // A log is there again if a service has just opened the old file; SQLite would take it for that of the new one.
    if (leftoverLogs(target).length > 0) throw inUse(where)
    renameCopy(copy, target, removed)
    flushNames(target)
    return { ...report, replaced }
  } catch (error) {
    removeFailedCopy(copy)
    if (replaced !== undefined) removeSecondName(replaced, target)
    throw fileFailure(error, `Cannot restore ${backup} to ${where}`)
  }
}

/**
 * Gives the old file, with everything committed to it, a second name; its own name stays until the new file takes it.
 * Returns the second name, or that of a log without its file: SQLite would take such a log for that of the new file,
 * and damage the file.
 */
function setAside(target: string, where: string): string | undefined {
  if (existsSync(target)) applyLogs(target, where)
  const aside = freeName(target)
  const ends = ['', ...logEnds].filter((end) => existsSync(target + end))
  for (const end of ends) giveSecondName(target + end, aside + end)
  // Each of the three steps is on disk before the next one, since a power cut could keep only the later one.
  flushNames(target)
  for (const end of ends) if (end !== '') rmSync(target + end)
  flushNames(target)
  return ends[0] === undefined ? undefined : aside + ends[0]
}

function freeName(target: string): string {
  for (let count = 1; ; count += 1) {
    const name = `${target}.replaced-${count}`
    if (!existsSync(name) && leftoverLogs(name).length === 0) return name
  }
}

function giveSecondName(file: string, second: string): void {
  try {
    linkSync(file, second)
  } catch {
    // Some file systems have no hard links.
    copyFileSync(file, second, constants.COPYFILE_EXCL)
    flushFile(second)
  }
}

/** SQLite keeps a log for each name of a file, so a second name of one that stays in use is a way to damage it. */
function removeSecondName(second: string, target: string): void {
  const isSecond = fileIdentity(second) === fileIdentity(target)
  if (isSecond && leftoverLogs(second).length === 0) rmSync(second, { force: true })
}
