import { messageOf } from '../../message-of.ts'
import { StorageUnavailable } from '../errors.ts'
import { fileIdentity, logIndexOf, logOf } from './location.ts'

/** Checks whether the files of an open database are still those that were opened. */
export type FileWatch = {
  /** Throws `StorageUnavailable` where one of the files is no longer the same, or this cannot be checked. */
  readonly require: () => void
  /** Throws `StorageUnavailable` where the index is no longer the same but the file is; the check may be up to 100 ms old. */
  readonly requireIndex: () => void
  /**
   * Whether only the index is no longer the same: programs that opened the database since may have added what this
   * process does not know of.
   */
  readonly isLogOfOthers: () => boolean
}

/**
 * Watches the file of an open database, its log and the index of the log; nothing of a database in memory. Writes to a
 * file that lost its name would be acknowledged and then lost with the process; the log holds the latest ones.
 *
 * Through the index, the programs that have the database open coordinate their work and find what is in the log. Two
 * programs with different indexes overwrite what the other has acknowledged, and mistake changed pages for those they
 * know.
 */
export function watchFiles(path: string, where: string): FileWatch {
  if (path === ':memory:')
    return { require: () => undefined, requireIndex: () => undefined, isLogOfOthers: () => false }
  const index = logIndexOf(path)
  const opened = new Map([path, logOf(path), index].map((name) => [name, identify(name, where)]))
  const lost = () => [...opened.keys()].filter((name) => identify(name, where) !== opened.get(name))
  const lostIfKnown = () => {
    try {
      return lost()
    } catch {
      return []
    }
  }
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    require() {
      const [name] = lost()
      if (name === undefined) return
      lookedAt = Number.NEGATIVE_INFINITY
      throw lostFile(name)
    },
    requireIndex() {
      // The check takes as long as a read.
      if (performance.now() - lookedAt < 100) return
      const names = lostIfKnown()
      if (names.includes(index) && !names.includes(path)) throw lostFile(index)
      lookedAt = performance.now()
    },
    isLogOfOthers() {
      const names = lostIfKnown()
      return names.length === 1 && names[0] === index
    },
  }
}

function lostFile(name: string): StorageUnavailable {
  return new StorageUnavailable(
    `sqlite:${name} was moved, removed or replaced while it was open. Start the service again`,
  )
}

function identify(path: string, where: string): string {
  try {
    return fileIdentity(path)
  } catch (error) {
    throw new StorageUnavailable(`${where} cannot be watched: ${messageOf(error)}`, { cause: error })
  }
}
