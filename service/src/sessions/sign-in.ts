import type { UserRecord, UserStore } from '../users/store.ts'
import { decoyHash, hashPassword, verifyPassword } from './password.ts'
import type { SessionRecord, SessionStore } from './store.ts'
import { createToken, hashToken } from './token.ts'

/** The user behind a token, and the token's hash, by which it can be revoked. */
export interface SignedIn {
  readonly id: number
  readonly username: string
  readonly tokenHash: string
}

/** What signing in works with. */
export interface SignInOptions {
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly now: () => Date
}

/** Signing in and out, and knowing a user by a token. */
export interface SignIn {
  /** Opens a session and answers its token; undefined for a wrong password and, as slowly, for an unknown user. */
  open(username: string, password: string): Promise<string | undefined>
  /** The user of a token that is good; a session that is used lives on. */
  authenticate(token: string): Promise<SignedIn | null>
  /** Revokes the session of a token. */
  close(tokenHash: string): Promise<void>
}

/** Seconds that a session lives after it was last used, give or take a day. */
export const sessionLifetime = 7 * 24 * 60 * 60

// A session used all day is written once a day, not with every request.
const extendAfter = 24 * 60 * 60

/** Signing in over two stores. */
export function createSignIn({ users, sessions, now }: SignInOptions): SignIn {
  return {
    async open(username, password) {
      const user = await users.byUsername(username)
      const { matches, stale } = await verifyPassword(password, user?.password ?? decoyHash)
      if (user === undefined || !matches) return undefined
      if (stale) await users.updatePassword(user.id, await hashPassword(password))
      const { token, hash } = createToken()
      await sessions.create({ token_hash: hash, user_id: user.id, expires_at: expiry(now()) })
      return token
    },

    async authenticate(token) {
      const session = await sessions.get(hashToken(token))
      const user = session && (await users.get(session.user_id))
      if (session === undefined || user === undefined) return null
      if (isDue(session, now())) await sessions.extend(session.token_hash, expiry(now()))
      return signedIn(user, session)
    },

    async close(tokenHash) {
      await sessions.delete(tokenHash)
    },
  }
}

function expiry(now: Date): string {
  return new Date(now.getTime() + sessionLifetime * 1000).toISOString()
}

function isDue({ last_used_at }: SessionRecord, now: Date): boolean {
  return now.getTime() - Date.parse(last_used_at) > extendAfter * 1000
}

function signedIn({ id, username }: UserRecord, { token_hash }: SessionRecord): SignedIn {
  return { id, username, tokenHash: token_hash }
}
