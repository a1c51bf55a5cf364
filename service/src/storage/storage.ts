import type { PostStore } from '../posts/store.ts'
import type { SessionStore } from '../sessions/store.ts'
import type { UserStore } from '../users/store.ts'

/** Returns the current time; every time that a store records comes from it. */
export type Clock = () => Date

/** What the stores take from outside. */
export type StorageOptions = { readonly now: Clock }

/** An open database and its stores. */
export interface Storage {
  readonly posts: PostStore
  readonly users: UserStore
  readonly sessions: SessionStore

  /** Returns the database's name for people, never with a password. */
  describe(): string

  /** Resolves when the database accepts writes; throws `StorageUnavailable` otherwise. */
  check(): Promise<void>

  /** Finishes the work in progress and closes; calling it again does nothing. */
  close(): Promise<void>
}
