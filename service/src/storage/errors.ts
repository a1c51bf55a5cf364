/** The database cannot serve now (unreachable, locked, full, going down); the operation may be tried again later. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** The database cannot be opened until someone acts; the message says what is wrong, where, and what to do. */
export class StorageRefused extends Error {
  override readonly name = 'StorageRefused'
}

/** For the `catch` of an optional operation: returns false where the database cannot serve now; throws every other error. */
export function leaveUndone(error: unknown): false {
  if (error instanceof StorageUnavailable) return false
  throw error
}
