/** A user as it is stored; `password` is a hash with its parameters and never leaves the service (spec §2.6). */
export type UserRecord = {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly website: string | null
  /** The date and time exactly as it was given, with its offset or without one. */
  readonly birth_date: string | null
  readonly age: number
  readonly password: string
  readonly created_at: string
}

/** What a new user is made of; the store adds id and time. */
export type NewUser = Omit<UserRecord, 'id' | 'created_at'>

/** Says which names of a new user belong to somebody already. */
export type UserTaken = { readonly taken: readonly ('username' | 'email')[] }

/** Which page of the list: at most `limit` users whose ids come after `after`, or the first. */
export type UserPage = { readonly limit: number; readonly after?: number }

/** A password hash that takes the place of `current`, and the hash of the one token that stays good. */
export type PasswordReplacement = { readonly current: string; readonly next: string; readonly keep: string }

/** Keeps users (spec §2.5). What an operation answers is durable; `StorageUnavailable` is thrown when it cannot be. */
export interface UserStore {
  /** Stores a new user and answers it, or says which of username and e-mail are taken, as `identityKey` compares. */
  create(user: NewUser): Promise<UserRecord | UserTaken>

  /** Answers the user, or undefined when there is none. */
  get(id: number): Promise<UserRecord | undefined>

  /** Answers the user of this name as `identityKey` compares, or undefined when there is none. */
  byUsername(username: string): Promise<UserRecord | undefined>

  /** Puts `next` in place of the password hash `current`; false when the user is gone or has another by now. */
  updatePassword(id: number, current: string, next: string): Promise<boolean>

  /** As `updatePassword`, and revokes every other session of the user with it: both are done or neither. */
  replacePassword(id: number, replacement: PasswordReplacement): Promise<boolean>

  /** Lists users by id, ascending: at most `limit` of those after the given one. */
  list(page: UserPage): Promise<readonly UserRecord[]>
}

/** The form in which usernames and e-mail addresses are compared: NFC and lower case, in no locale. */
export function identityKey(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC')
}
