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

/** Returns the error with advice about the URL of another name; messages give it about `DATABASE_URL`. */
export function adviseOn(urlName: string, error: unknown): unknown {
  if (!(error instanceof StorageRefused || error instanceof StorageUnavailable)) return error
  const Kind = error instanceof StorageRefused ? StorageRefused : StorageUnavailable
  return new Kind(error.message.replaceAll('DATABASE_URL', urlName), { cause: error })
}
