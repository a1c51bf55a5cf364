import { readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { StorageRefused } from '../errors.ts'

/** Where a database is: its file, or `:memory:`, and its name for messages. */
export type Location = { readonly file: string; readonly where: string }

/** Makes the path absolute. */
export function locateDatabase(path: string): Location {
  const file = path === ':memory:' ? path : resolve(path)
  return { file, where: `sqlite:${file}` }
}

/** As `locateDatabase`, of the file that links lead to; throws `StorageRefused` for a database in memory too. */
export function locateFile(path: string): Location {
  if (path === ':memory:')
    throw new StorageRefused('A database in memory lasts as long as its process and has no file')
  const { file, where } = locateDatabase(path)
  return { file: followLinks(file), where }
}

/** The file that links lead to from a path, by which it is the same file under every name; it need not be there yet. */
export function followLinks(path: string): string {
  let file = path
  for (let followed = 0; followed < mostLinks; followed++) {
    const target = linkTarget(file)
    if (target === undefined) break
    file = target
  }
  return inRealFolder(file)
}

/** As many as Linux follows: links may lead to each other. */
const mostLinks = 40

/** Not resolved as a text: a `..` behind a link is the folder above the one that it leads to. */
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

/** The log of a database while it is open; SQLite makes it beside the file that links lead to. */
export function logOf(path: string): string {
  return `${followLinks(path)}-wal`
}

/** The index of that log, which all who have the database open share. */
export function logIndexOf(path: string): string {
  return `${followLinks(path)}-shm`
}

/** What has a name: `other` is a folder, a device or a pipe, `hidden` is what this user may not look at. */
export function foundAt(path: string): 'file' | 'other' | 'nothing' | 'hidden' {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return 'nothing'
    return found.isFile() ? 'file' : 'other'
  } catch {
    return 'hidden'
  }
}
