import type { UserRecord, UserStore } from '../users/store.ts'
import { decoyHash, hashPassword, verifyPassword } from './password.ts'
import { passwordProblem } from './password-rule.ts'
import type { SessionRecord, SessionStore } from './store.ts'
import { createToken, hashToken, sessionId } from './token.ts'

/** The user behind a token, and the token's hash, by which it can be revoked. */
export interface SignedIn extends Pick<UserRecord, 'id' | 'username' | 'email' | 'created_at'> {
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
  open(credentials: SignInCredentials): Promise<string | undefined>
  /** The user of a token that is good; a session that is used lives on. */
  authenticate(token: string): Promise<SignedIn | null>
  /** The sessions that the user has, those that were used last first; no more than a person could look through. */
  list(user: SignedIn): Promise<readonly OwnSession[]>
  /** Revokes a session of the user by the id that `list` gives; where there is none, nothing is left to be done. */
  closeOwn(user: SignedIn, id: string): Promise<void>
  /** Revokes the session of a token. */
  close(tokenHash: string): Promise<void>
  /** Revokes every session of a user. */
  closeAll(userId: number): Promise<void>
  /** Puts another password in place of the current one and revokes the user's other sessions, or says why not. */
  changePassword(user: SignedIn, current: string, next: string): Promise<PasswordProblem | undefined>
}

/** Who signs in, by which password, and what with, where that is known. */
export interface SignInCredentials {
  readonly username: string
  readonly password: string
  readonly userAgent: string | undefined
}

/** A session as its owner sees it. */
export interface OwnSession extends Omit<SessionRecord, 'token_hash' | 'user_id'> {
  readonly id: string
  /** Whether it is the one that this was asked by. */
  readonly current: boolean
}

/** Why a password stays as it is: which one is wrong, and how. */
export interface PasswordProblem {
  readonly field: 'current_password' | 'password'
  readonly message: string
}

/** Seconds that a session lives after it was last used, give or take a day. */
export const sessionLifetime = 7 * 24 * 60 * 60

// A session used all day is written once a day, not with every request.
const extendAfter = 24 * 60 * 60

const mostListed = 100

// Enough for what a browser calls itself; some applications tell their whole life.
const longestUserAgent = 256

const notCurrent: PasswordProblem = {
  field: 'current_password',
  message: 'This is not the current password',
}

/** Signing in over two stores. */
export function createSignIn({ users, sessions, now }: SignInOptions): SignIn {
  return {
    async open(credentials) {
      const { username, password, userAgent } = credentials
      const user = await users.byUsername(username)
      const { matches, stale } = await verifyPassword(password, user?.password ?? decoyHash)
      if (user === undefined || !matches) return undefined
      const current = stale ? await renewHash(users, user, password) : user.password
      const { token, hash } = createToken()
      const session = {
        token_hash: hash,
        user_id: user.id,
        expires_at: expiry(now()),
        user_agent: userAgent?.slice(0, longestUserAgent) ?? null,
        password: current,
      }
      // Another hash took its place meanwhile: what was a good password may be none any more.
      return (await sessions.create(session)) ? token : this.open(credentials)
    },

    async authenticate(token) {
      const session = await sessions.get(hashToken(token))
      const user = session && (await users.get(session.user_id))
      if (session === undefined || user === undefined) return null
      if (isDue(session, now())) await sessions.extend(session.token_hash, expiry(now()))
      return signedIn(user, session)
    },

    async list({ id, tokenHash }) {
      const records = await sessions.list(id, mostListed)
      return records.map((record) => ownSession(record, tokenHash))
    },

    async closeOwn({ id }, session) {
      await sessions.deleteStarting(id, session)
    },

    async close(tokenHash) {
      await sessions.delete(tokenHash)
    },

    async closeAll(userId) {
      await sessions.deleteAll(userId)
    },

    async changePassword(owner, current, next) {
      const user = await users.get(owner.id)
      const { matches } = await verifyPassword(current, user?.password ?? decoyHash)
      if (user === undefined || !matches) return notCurrent
      const message = passwordProblem(next, user)
      if (message !== undefined) return { field: 'password', message }
      const replacement = { current: user.password, next: await hashPassword(next), keep: owner.tokenHash }
      if (await users.replacePassword(owner.id, replacement)) return undefined
      // Another hash took its place meanwhile, which may be of the same password.
      return this.changePassword(owner, current, next)
    },
  }
}

async function renewHash(users: UserStore, user: UserRecord, password: string): Promise<string> {
  const next = await hashPassword(password)
  await users.updatePassword(user.id, user.password, next)
  return next
}

function ownSession(record: SessionRecord, tokenHash: string): OwnSession {
  const { token_hash, created_at, last_used_at, expires_at, user_agent } = record
  const current = token_hash === tokenHash
  return { id: sessionId(token_hash), created_at, last_used_at, expires_at, user_agent, current }
}

function expiry(now: Date): string {
  return new Date(now.getTime() + sessionLifetime * 1000).toISOString()
}

function isDue({ last_used_at }: SessionRecord, now: Date): boolean {
  return now.getTime() - Date.parse(last_used_at) > extendAfter * 1000
}

function signedIn({ id, username, email, created_at }: UserRecord, { token_hash }: SessionRecord): SignedIn {
  return { id, username, email, created_at, tokenHash: token_hash }
}
