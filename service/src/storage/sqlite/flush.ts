import { closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { followLinks, logOf } from './location.ts'

/** Puts what is in a file on the disk. */
export function flushFile(file: string): void {
  flush(file, 'r+')
}

/** Puts the name of a file on the disk, and those of all folders around it, where system and file system can do so. */
export function flushNames(file: string): void {
  if (process.platform === 'win32') return
  for (let inner = file; dirname(inner) !== inner; inner = dirname(inner)) flushIfLet(dirname(inner), 'r')
}

/**
 * Puts on the disk what an earlier process may have left on its way there: the name of a file with nothing in it yet,
 * and a log with commits that it told nobody of. From now on they are read, and a repeated request answered from them.
 */
export function flushFound(path: string): void {
  const file = followLinks(path)
  const log = logOf(path)
  const hasLog = existsSync(log)
  if (hasLog) flushIfLet(log, 'r+')
  if (hasLog || statSync(file, { throwIfNoEntry: false })?.size === 0) flushNames(file)
}

// What fsync(2) says when something is not on the disk. Any other failure is that of a file system that flushes no folders,
// of a user or a runtime that may not open this one, or of a log that somebody else has just removed.
const losses: readonly unknown[] = ['EIO', 'ENOSPC', 'EDQUOT']

function flushIfLet(path: string, flags: string): void {
  try {
    flush(path, flags)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (losses.includes(code)) throw error
  }
}

function flush(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
