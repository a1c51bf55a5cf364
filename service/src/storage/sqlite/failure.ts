import { messageOf } from '../../message-of.ts'
import { StorageRefused, StorageUnavailable } from '../errors.ts'

// SQLite's messages for its result codes, which every runtime's driver passes on; Deno's omits most codes.
const passing: readonly [text: string, advice: string][] = [
  ['database is locked', 'Another program is writing to it: stop it, or wait'],
  ['database or disk is full', 'Make room on the disk'],
  ['disk I/O error', 'Check the disk'],
  ['statement has been finalized', 'It was closed'],
]
const lasting: readonly [text: string, advice: string][] = [
  // Of `refuseNonFile`.
  ['this is a folder, a device or a pipe', 'Give the path of a file'],
  ['file is not a database', 'Give the path of another file, or restore a backup over this one'],
  ['database disk image is malformed', 'The file is damaged: restore a backup'],
  ['attempt to write a readonly database', 'Let this user write to the file and its folder'],
  [
    'unable to open database file',
    'Give the path of a file that this user may read and write; copy one from a read-only file system, with its -wal',
  ],
]

/** Whether another program holds a lock, which it may release at any time. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('database is locked')
}

/** Whether SQLite found the content of a file to be damaged. */
export function isDamage(error: unknown): boolean {
  // A failed query was reported as a temporary failure of an open database.
  const reason = error instanceof StorageUnavailable ? error.cause : error
  return reason instanceof Error && reason.message.startsWith('database disk image is malformed')
}

/** Returns the error for a failed statement on an open database: every failure of the file itself may be temporary. */
export function statementFailure(error: unknown, where: string): unknown {
  const reason = findReason(error, [...passing, ...lasting])
  return reason ? new StorageUnavailable(`${where}: ${reason}`, { cause: error }) : error
}

/** Returns the error for commits that may or may not be on disk. */
export function flushFailure(error: unknown, where: string): StorageUnavailable {
  return new StorageUnavailable(
    `${where}: its log could not be flushed: ${messageOf(error)}. Check the disk`,
    {
      cause: error,
    },
  )
}

/** Returns the error for a database that could not be opened. */
export function openFailure(error: unknown, where: string): unknown {
  // A failed query during opening was reported as a temporary failure of an open database.
  if (error instanceof StorageUnavailable && error.cause) return openFailure(error.cause, where)
  const reason = findReason(error, lasting)
  return reason
    ? new StorageRefused(`Cannot open ${where}: ${reason}`, { cause: error })
    : statementFailure(error, where)
}

/** Returns the error for failed work on files: what was attempted, and the reason. An error of our own is returned unchanged. */
export function fileFailure(error: unknown, attempt: string): unknown {
  const ofSystem = error instanceof Error && 'code' in error ? error.message : undefined
  const reason = findReason(error, [...passing, ...lasting]) ?? ofSystem
  return reason === undefined ? error : new StorageRefused(`${attempt}: ${reason}`, { cause: error })
}

function findReason(error: unknown, table: readonly [text: string, advice: string][]): string | undefined {
  if (!(error instanceof Error)) return undefined
  const found = table.find(([text]) => error.message.startsWith(text))
  return found && `${found[0]}. ${found[1]}`
}
