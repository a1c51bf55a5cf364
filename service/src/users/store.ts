/** A user as it is stored; `password` is a hash with its parameters and never leaves the service (spec §2.6). */
export type UserRecord = {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly website: string | null
  /** The date and time exactly as given, with or without an offset. */
  readonly birth_date: string | null
  readonly age: number
  readonly password: string
  readonly created_at: string
}

/** The data of a new user; the store adds id and time. */
export type NewUser = Omit<UserRecord, 'id' | 'created_at'>

/** Which names of a new user are taken. */
export type UserTaken = { readonly taken: readonly ('username' | 'email')[] }

/** Which page of the list: at most `limit` users whose ids come after `after`, or the first ones. */
export type UserPage = { readonly limit: number; readonly after?: number }

/** The password hash that replaces `current`, and the hash of the one token that stays valid. */
export type PasswordReplacement = { readonly current: string; readonly next: string; readonly keep: string }

/** Stores users (spec §2.5). The result of an operation is durable; `StorageUnavailable` is thrown when it cannot be. */
export interface UserStore {
  /** Stores a new user and returns it, or returns which of username and e-mail are taken, compared by `identityKey`. */
  create(user: NewUser): Promise<UserRecord | UserTaken>

  /** Returns the user, or undefined when there is none. */
  get(id: number): Promise<UserRecord | undefined>

  /** Returns the user with this name, compared by `identityKey`, or undefined when there is none. */
  byUsername(username: string): Promise<UserRecord | undefined>

  /** Replaces the password hash `current` with `next`; false when the user is gone or has a different hash by now. */
  updatePassword(id: number, current: string, next: string): Promise<boolean>

  /** As `updatePassword`, and also revokes every other session of the user: both or neither. */
  replacePassword(id: number, replacement: PasswordReplacement): Promise<boolean>

  /** Lists users by id, ascending: at most `limit` of those after the given one. */
  list(page: UserPage): Promise<readonly UserRecord[]>
}

/** Returns the form in which usernames and e-mail addresses are compared: NFC and lower case, in no locale. */
export function identityKey(name: string): string {
  return name.toLowerCase().normalize('NFC')
}
