import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BackupOptions, BackupReport } from '../backup.ts'
import { StorageRefused } from '../errors.ts'
import { copyDatabase, flushFolder } from './copy.ts'
import { fileFailure } from './failure.ts'
import { inspectFile } from './inspection.ts'
import { followLinks, locateFile } from './location.ts'

/** As `backupDatabase`, of the SQLite database at `path`. */
export async function backupSqlite(
  path: string,
  file: string,
  { overwrite = false }: BackupOptions,
): Promise<BackupReport> {
  const source = locateFile(path)
  const target = resolve(file)
  const partial = `${target}.partial`
  if (!existsSync(source.file)) throw new StorageRefused(`There is no database at ${source.where} to back up`)
  if (followLinks(target) === source.file)
    throw new StorageRefused('The backup would be the database itself; name another file')
  const claimed = claim(target, overwrite)
  try {
    copyDatabase(source.file, partial)
    const report = await inspectFile(partial)
    renameSync(partial, target)
    flushFolder(target)
    return report
  } catch (error) {
    rmSync(partial, { force: true })
    if (claimed) rmSync(target, { force: true })
    throw fileFailure(error, `Cannot back up ${source.where} to ${target}`)
  }
}

/** Makes the file, so that of two backups to one name the second is refused; whether it was made here. */
function claim(target: string, overwrite: boolean): boolean {
  if (overwrite && existsSync(target)) return false
  try {
    closeSync(openSync(target, 'wx', 0o600))
    return true
  } catch (error) {
    if (!existsSync(target)) throw fileFailure(error, `Cannot write ${target}`)
    throw new StorageRefused(`${target} is there already; name another file, or allow it to be overwritten`)
  }
}
