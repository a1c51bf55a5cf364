import { statSync } from 'node:fs'
import { messageOf } from '../../message-of.ts'
import { StorageUnavailable } from '../errors.ts'
import { logIndexOf, logOf } from './location.ts'

/** Tells whether the files of an open database are still those that were opened. */
export type FileWatch = {
  /** Throws `StorageUnavailable` where one is not, or nobody can tell. */
  readonly require: () => void
  /** Throws `StorageUnavailable` where the index is another and the file is not, as it was a tenth of a second ago at most. */
  readonly requireIndex: () => void
  /** Whether the index alone is another: those who opened the database since may have added what this process knows nothing of. */
  readonly isLogOfOthers: () => boolean
}

/**
 * Watches the file of a database that is open, its log and the index of the log; nothing of one in memory. Writes to a file
 * that lost its name would be answered, and gone with the process; the log holds the latest. By the index those who have
 * the database open keep out of each other's way and find what is in the log: two who have not the same one write over what
 * the other answered, and take for a page of theirs what is another by now.
 */
export function watchFiles(path: string, where: string): FileWatch {
  if (path === ':memory:')
    return { require: () => undefined, requireIndex: () => undefined, isLogOfOthers: () => false }
  const index = logIndexOf(path)
  const opened = new Map([path, logOf(path), index].map((name) => [name, identify(name, where)]))
  const lost = () => [...opened.keys()].filter((name) => identify(name, where) !== opened.get(name))
  const lostOrUnknown = () => {
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
      // To look takes as long as to read.
      if (performance.now() - lookedAt < 100) return
      const names = lostOrUnknown()
      if (names.includes(index) && !names.includes(path)) throw lostFile(index)
      lookedAt = performance.now()
    },
    isLogOfOthers: () => lostOrUnknown().join() === index,
  }
}

function lostFile(name: string): StorageUnavailable {
  return new StorageUnavailable(
    `sqlite:${name} was moved, removed or replaced while it was open. Start the service again`,
  )
}

function identify(path: string, where: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true })
    return `${found?.dev} ${found?.ino}`
  } catch (error) {
    throw new StorageUnavailable(`${where} cannot be looked after: ${messageOf(error)}`, { cause: error })
  }
}
