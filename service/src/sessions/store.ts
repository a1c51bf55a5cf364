/** A sign-in as it is stored: with the SHA-256 of its token, never the token. Times are ISO 8601 UTC text. */
export type SessionRecord = {
  readonly token_hash: string
  readonly user_id: number
  readonly created_at: string
  readonly expires_at: string
  readonly last_used_at: string
  /** The client that signed in, from its `User-Agent`; null where it sent none. */
  readonly user_agent: string | null
}

/** The data of a new session, and the user's password hash that opened it; the store adds the times. */
export type NewSession = Pick<SessionRecord, 'token_hash' | 'user_id' | 'expires_at' | 'user_agent'> & {
  readonly password: string
}

/** Stores sessions. The result of an operation is durable; `StorageUnavailable` is thrown when it cannot be. */
export interface SessionStore {
  /**
   * Stores a new session and returns it, unless the user is gone or has a different password hash by now; also clears
   * some expired ones.
   */
  create(session: NewSession): Promise<SessionRecord | undefined>

  /** Returns the session, or undefined when there is none or it has expired. */
  get(tokenHash: string): Promise<SessionRecord | undefined>

  /** Returns the user's sessions that have not expired, at most `limit`, last used first. */
  list(userId: number, limit: number): Promise<readonly SessionRecord[]>

  /**
   * Marks the session as used now and moves its expiry; false when there is none, it has expired, or nothing can be
   * written now.
   */
  extend(tokenHash: string, expiresAt: string): Promise<boolean>

  /** Revokes the session; false when there is none. */
  delete(tokenHash: string): Promise<boolean>

  /** Revokes the user's session whose token hash starts with `hashStart`; false when there is none. */
  deleteStarting(userId: number, hashStart: string): Promise<boolean>

  /** Revokes every session of the user and returns how many there were, including expired ones. */
  deleteAll(userId: number): Promise<number>
}
