import assert from 'node:assert/strict'
import { hashPassword } from '../src/sessions/password.ts'
import { sessionLifetime } from '../src/sessions/sign-in.ts'
import { createToken } from '../src/sessions/token.ts'
import { openStorage } from '../src/storage/open.ts'
import type { Storage } from '../src/storage/storage.ts'
import type { TestService } from './test-service.ts'

const now = () => new Date()

/** Hashing takes most of the time of a sign-up, so that each password is hashed once for all scenarios. */
const hashes = new Map<string, Promise<string>>()

/**
 * Stores users, each with a session, in the database of a running service, as its own sign-up and sign-in would.
 * Returns each token under the name that is given for its user.
 */
export async function signInUsers(
  { databaseUrl }: TestService,
  users: Readonly<Record<string, string>>,
): Promise<readonly (readonly [name: string, token: string])[]> {
  if (Object.keys(users).length === 0) return []
  const storage = await openStorage(databaseUrl, { now })
  try {
    const tokens: [string, string][] = []
    for (const [username, name] of Object.entries(users)) tokens.push([name, await signIn(storage, username)])
    return tokens
  } finally {
    await storage.close()
  }
}

async function signIn({ users, sessions }: Storage, username: string): Promise<string> {
  const password = await hashOf(`${username} has a horse`)
  const email = `${username}@example.com`
  const user = await users.create({ username, email, website: null, birth_date: null, age: 30, password })
  assert.ok('id' in user)
  const { token, hash } = createToken()
  const expires_at = new Date(now().getTime() + sessionLifetime * 1000).toISOString()
  await sessions.create({ token_hash: hash, user_id: user.id, expires_at, user_agent: null, password })
  return token
}

function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}
