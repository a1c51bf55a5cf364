import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** The result of comparing a password with a stored hash; a stale hash was made with other parameters than the current ones. */
export type PasswordCheck = { readonly matches: boolean; readonly stale: boolean }

/** Returns this many random bytes; `randomBytes` of `node:crypto` unless a test passes its own. */
export type RandomSource = (size: number) => Uint8Array

type Cost = { readonly ln: number; readonly r: number; readonly p: number }
type StoredPassword = { readonly cost: Cost; readonly salt: Buffer; readonly key: Buffer }

// 32 MiB and about 0.2 s on one core: the strength that OWASP's password storage page requires of scrypt.
const currentCost: Cost = { ln: 15, r: 8, p: 3 }
const saltBytes = 16
const keyBytes = 32

/** A stored hash that no password matches. Compare with it when the user is unknown, so that it takes as long. */
export const decoyHash: string = serialize({
  cost: currentCost,
  salt: Buffer.alloc(saltBytes),
  key: Buffer.alloc(keyBytes),
})

/** Hashes the password's NFC form with scrypt off the main thread; returns a PHC string (`$scrypt$ln=…`). */
export async function hashPassword(password: string, random: RandomSource = randomBytes): Promise<string> {
  const salt = Buffer.from(random(saltBytes))
  return serialize({ cost: currentCost, salt, key: await deriveKey(password, salt, currentCost) })
}

/** Compares a password in constant time with a result of `hashPassword`; throws when `stored` is no such string. */
export async function verifyPassword(password: string, stored: string): Promise<PasswordCheck> {
  const { cost, salt, key } = parse(stored)
  const derived = await deriveKey(password, salt, cost)
  const stale = cost.ln !== currentCost.ln || cost.r !== currentCost.r || cost.p !== currentCost.p
  return { matches: timingSafeEqual(derived, key), stale }
}

function deriveKey(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln
  // The algorithm needs slightly more than 128·N·r bytes; Node's default limit is 32 MiB.
  const options = { N, r, p, maxmem: 2 * 128 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

function parse(stored: string): StoredPassword {
  const parts =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/.exec(stored)
  if (!parts) throw new Error('A stored password is not in the form $scrypt$ln=…,r=…,p=…$salt$hash')
  const [, ln, r, p, salt = '', key = ''] = parts
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function serialize({ cost, salt, key }: StoredPassword): string {
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${unpadded(salt)}$${unpadded(key)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
