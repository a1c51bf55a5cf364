import { statSync } from 'node:fs'
import { StorageUnavailable } from '../errors.ts'
import { logIndexOf, logOf } from './location.ts'

/** Tells whether the files of an open database are still those that were opened. */
export type FileWatch = {
  /** Throws `StorageUnavailable` where one is not, or nobody can tell. */
  readonly require: () => void
  /** Whether the index alone is another: those who opened the database since may have added what this process knows nothing of. */
  readonly isLogOfOthers: () => boolean
}

/**
 * Watches the file of a database that is open, its log and the index of the log; nothing of one in memory. Writes to a file
 * that lost its name would be answered, and gone with the process; the log holds the latest. By the index those who have
 * the database open keep out of each other's way: two who have not the same one write over what the other answered.
 */
export function watchFiles(path: string, where: string): FileWatch {
  if (path === ':memory:') return { require: () => undefined, isLogOfOthers: () => false }
  const names = [path, logOf(path), logIndexOf(path)]
  const opened = names.map((name) => identify(name, where))
  const lost = () => names.filter((name, index) => identify(name, where) !== opened[index])
  return {
    require() {
      const [name] = lost()
      if (name === undefined) return
      throw new StorageUnavailable(
        `sqlite:${name} was moved, removed or replaced while it was open. Start the service again`,
      )
    },
    isLogOfOthers() {
      try {
        return lost().join() === logIndexOf(path)
      } catch {
        return false
      }
    },
  }
}

function identify(path: string, where: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true })
    return `${found?.dev} ${found?.ino}`
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StorageUnavailable(`${where} cannot be looked after: ${reason}`, { cause: error })
  }
}
