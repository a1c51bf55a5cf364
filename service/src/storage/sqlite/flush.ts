import { closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { followLinks, logOf } from './location.ts'

/** Flushes the content of a file to disk. */
export function flushFile(file: string): void {
  flush(file, 'r+')
}

/** Flushes the name of a file to disk, and those of all folders above it, where the system and the file system can do so. */
export function flushNames(file: string): void {
  if (process.platform === 'win32') return
  for (let inner = file; dirname(inner) !== inner; inner = dirname(inner)) flushIfLet(dirname(inner), 'r')
}

/**
 * Flushes to disk what an earlier process may have left unflushed: the name of a file that is still empty, and a log
 * with commits that were never acknowledged. From now on these are read, and repeated requests get their response from
 * them.
 */
export function flushFound(path: string): void {
  const file = followLinks(path)
  const log = logOf(path)
  const hasLog = existsSync(log)
  if (hasLog) flushIfLet(log, 'r+')
  if (hasLog || statSync(file, { throwIfNoEntry: false })?.size === 0) flushNames(file)
}

// The errors of fsync(2) when something is not on disk. Any other failure comes from a file system that flushes no
// folders, a user or runtime that may not open this one, or a log that another program has just removed.
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
