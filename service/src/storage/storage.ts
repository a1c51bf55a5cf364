import type { PostStore } from '../posts/store.ts'
import type { SessionStore } from '../sessions/store.ts'
import type { UserStore } from '../users/store.ts'

/** Tells the time; every time a store writes down comes from it. */
export type Clock = () => Date

/** What the stores take from outside. */
export type StorageOptions = { readonly now: Clock }

/** An open database with the stores in it. */
export interface Storage {
  readonly posts: PostStore
  readonly users: UserStore
  readonly sessions: SessionStore

  /** Names the database for people, never with a password. */
  describe(): string

  /** Resolves when the database takes writes; throws `StorageUnavailable` otherwise. */
  check(): Promise<void>

  /** Finishes what was begun and closes; calling it again changes nothing. */
  close(): Promise<void>
}
