import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '../../message-of.ts'
import { StorageRefused } from '../errors.ts'

/** Creates the folder of a database and those above it, where they do not exist yet; throws `StorageRefused`. */
export function createFolder(folder: string, where: string): void {
  try {
    createFolders(folder)
  } catch (error) {
    throw new StorageRefused(
      `Cannot create the folder of ${where}: ${messageOf(error)}. Create it yourself, or give the path of another file`,
      { cause: error },
    )
  }
}

/** Creates them one by one: Node's `recursive` never ends where a file system denies that an existing folder exists (`/proc`). */
function createFolders(folder: string): void {
  if (isFolder(folder)) return
  // On Windows the drive itself may not exist.
  if (dirname(folder) !== folder) createFolders(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
