import type { UserRecord, UserStore } from '../users/store.ts'
import { decoyHash, hashPassword, verifyPassword } from './password.ts'
import { passwordProblem } from './password-rule.ts'
import type { SessionRecord, SessionStore } from './store.ts'
import { createToken, hashToken, sessionId } from './token.ts'

/** The user behind a token, and the token's hash, which is needed to revoke it. */
export interface SignedIn extends Pick<UserRecord, 'id' | 'username' | 'email' | 'created_at'> {
  readonly tokenHash: string
}

/** What signing in works with. */
export interface SignInOptions {
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly now: () => Date
}

/** Signing in and out, and identifying a user by a token. */
export interface SignIn {
  /** Opens a session and returns its token; undefined for a wrong password and, after the same time, for an unknown user. */
  open(credentials: SignInCredentials): Promise<string | undefined>
  /** Returns the user of a valid token, null otherwise; using a session extends it. */
  authenticate(token: string): Promise<SignedIn | null>
  /** Lists the sessions of the user, last used first, at most 100. */
  list(user: SignedIn): Promise<readonly OwnSession[]>
  /** Revokes a session of the user by its id from `list`; does nothing where there is none. */
  closeOwn(user: SignedIn, id: string): Promise<void>
  /** Revokes the session of a token. */
  close(tokenHash: string): Promise<void>
  /** Revokes every session of a user. */
  closeAll(userId: number): Promise<void>
  /** Replaces the current password and revokes the user's other sessions, or returns why not. */
  changePassword(user: SignedIn, current: string, next: string): Promise<PasswordProblem | undefined>
}

/** A username and a password, and the client's `User-Agent` where it is known. */
export interface SignInCredentials {
  readonly username: string
  readonly password: string
  readonly userAgent: string | undefined
}

/** A session as its owner sees it. */
export interface OwnSession extends Omit<SessionRecord, 'token_hash' | 'user_id'> {
  readonly id: string
  /** Whether it is the session of this request. */
  readonly current: boolean
}

/** Why the password stays unchanged: which of the two is wrong, and how. */
export interface PasswordProblem {
  readonly field: 'current_password' | 'password'
  readonly message: string
}

/** Seconds for which a session lives after its last use, give or take a day. */
export const sessionLifetime = 7 * 24 * 60 * 60

// A session in constant use is written once a day, not with every request.
const extendAfter = 24 * 60 * 60

const mostListed = 100

// Long enough for the User-Agent of a browser; some applications send far more.
const longestUserAgent = 256

const notCurrent: PasswordProblem = {
  field: 'current_password',
  message: 'This is not the current password',
}

/** Creates signing in over two stores. */
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
      // The hash was replaced meanwhile, so the password may no longer be valid.
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
      // The hash was replaced meanwhile, perhaps by one of the same password.
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
