/** A sign-in as it is stored: the SHA-256 of its token, never the token. Times are ISO 8601 UTC text. */
export type SessionRecord = {
  readonly token_hash: string
  readonly user_id: number
  readonly created_at: string
  readonly expires_at: string
  readonly last_used_at: string
  /** What the user signed in with, as its `User-Agent` says; null where it said nothing. */
  readonly user_agent: string | null
}

/** What a new session is made of, and the user's password hash that it was opened by; the store adds the times. */
export type NewSession = Pick<SessionRecord, 'token_hash' | 'user_id' | 'expires_at' | 'user_agent'> & {
  readonly password: string
}

/** Keeps sessions. What an operation answers is durable; `StorageUnavailable` is thrown when it cannot be. */
export interface SessionStore {
  /** Stores a new session and answers it, unless the user is gone or has another password hash by now; some expired ones are cleared away with it. */
  create(session: NewSession): Promise<SessionRecord | undefined>

  /** Answers the session, or undefined when there is none or it has expired. */
  get(tokenHash: string): Promise<SessionRecord | undefined>

  /** Answers sessions of the user that have not expired, at most `limit`, those that were used last first. */
  list(userId: number, limit: number): Promise<readonly SessionRecord[]>

  /** Marks the session as used now and moves its end; false when there is none, it has expired, or nothing can be written now. */
  extend(tokenHash: string, expiresAt: string): Promise<boolean>

  /** Revokes the session; false when there is none. */
  delete(tokenHash: string): Promise<boolean>

  /** Revokes the session of the user whose token's hash begins so; false when there is none. */
  deleteStarting(userId: number, hashStart: string): Promise<boolean>

  /** Revokes every session of the user and answers how many there were, expired ones included. */
  deleteAll(userId: number): Promise<number>
}
