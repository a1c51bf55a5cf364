import { readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { StorageRefused } from '../errors.ts'

/** Where a database is: its file, or `:memory:`, and its name for messages. */
export type Location = { readonly file: string; readonly where: string }

/** Makes the path absolute; throws `StorageRefused` as `absolutePath` does. */
export function locateDatabase(path: string): Location {
  const file = path === ':memory:' ? path : absolutePath(path)
  return { file, where: `sqlite:${file}` }
}

/** As `locateDatabase`, for the file that links lead to; also throws `StorageRefused` for a database in memory. */
export function locateFile(path: string): Location {
  if (path === ':memory:')
    throw new StorageRefused('A database in memory lasts as long as its process and has no file')
  const { file, where } = locateDatabase(path)
  return { file: followLinks(file), where }
}

/** Makes a path absolute; throws `StorageRefused` for a relative one if the working folder was removed. */
export function absolutePath(path: string): string {
  try {
    return resolve(path)
  } catch (error) {
    throw new StorageRefused(
      `${path} is relative to the working folder, which was removed. Start in another folder, or give the whole path`,
      { cause: error },
    )
  }
}

/** Returns the file that links lead to, which is the same for every name of it; it need not exist yet. */
export function followLinks(path: string): string {
  let file = path
  for (let followed = 0; followed < mostLinks; followed++) {
    const target = linkTarget(file)
    if (target === undefined) break
    file = target
  }
  return inRealFolder(file)
}

/** The same limit as in Linux: links may form a loop. */
const mostLinks = 40

/** Not resolved as a string: a `..` after a link is the folder above the link's target. */
function linkTarget(path: string): string | undefined {
  try {
    const target = readlinkSync(path)
    return isAbsolute(target) ? target : `${dirname(path)}/${target}`
  } catch {
    return undefined
  }
}

function inRealFolder(path: string): string {
  try {
    return join(realpathSync.native(dirname(path)), basename(path))
  } catch {
    return path
  }
}

/** The log of an open database; SQLite creates it beside the file that links lead to. */
export function logOf(path: string): string {
  return `${followLinks(path)}-wal`
}

/** The index of that log, shared by all programs that have the database open. */
export function logIndexOf(path: string): string {
  return `${followLinks(path)}-shm`
}

/** Whether two paths lead to one file, which may have several names, such as those of two cases on some disks. */
export function isSameFile(one: string, other: string): boolean {
  if (followLinks(one) === followLinks(other)) return true
  return [one, other].every((path) => foundAt(path) === 'file') && fileIdentity(one) === fileIdentity(other)
}

/** Returns what distinguishes the file at a path from every other: the same for each of its names. */
export function fileIdentity(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return `${found?.dev} ${found?.ino}`
}

/** Returns what is at a path: `other` is a folder, a device or a pipe, `hidden` is what this user may not look at. */
export function foundAt(path: string): 'file' | 'other' | 'nothing' | 'hidden' {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return 'nothing'
    return found.isFile() ? 'file' : 'other'
  } catch {
    return 'hidden'
  }
}
