import { hash, randomBytes } from 'node:crypto'
import type { RandomSource } from './password.ts'

/** A token as its owner receives it, once, and its hash, the only form that is stored. */
export type IssuedToken = { readonly token: string; readonly hash: string }

/** Creates a bearer token: `pst_` and 256 random bits in base64url, so that scanners can find a leaked one. */
export function createToken(random: RandomSource = randomBytes): IssuedToken {
  const token = `pst_${Buffer.from(random(32)).toString('base64url')}`
  return { token, hash: hashToken(token) }
}

/** Returns the id of a session for its owner: half of the token's hash, which distinguishes sessions and opens none. */
export function sessionId(tokenHash: string): string {
  return tokenHash.slice(0, 32)
}

/** Returns the SHA-256 of a token in hexadecimal; 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
