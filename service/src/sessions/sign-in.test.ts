import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { after, test } from 'node:test'
import { openStorage } from '../storage/open.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { createSignIn, sessionLifetime } from './sign-in.ts'
import { hashToken } from './token.ts'

const day = 24 * 60 * 60 * 1000
const start = Date.parse('2026-01-02T03:04:05Z')
let time = start
const now = () => new Date(time)

const storage = await openStorage('sqlite::memory:', { now })
/** The stored password of users whose sign-in is tested: hashing it takes most of the time of a test. */
const hashed = await hashPassword('correct horse')
await addUser('ann', hashed)
after(() => storage.close())

async function addUser(username: string, password: string) {
  const rest = { website: null, birth_date: null, age: 30, password }
  const user = await storage.users.create({ username, email: `${username}@example.com`, ...rest })
  assert.ok('id' in user)
  return user
}

async function addSession(user: { readonly id: number; readonly password: string }, hash: string) {
  const session = { token_hash: hash, user_id: user.id, expires_at: '2100-01-01T00:00:00.000Z' }
  await storage.sessions.create({ ...session, user_agent: null, password: user.password })
}

async function opened(username = 'ann', password = 'correct horse') {
  time = start
  const signIn = createSignIn({ ...storage, now })
  const token = await signIn.open({ username, password, userAgent: undefined })
  assert.ok(token !== undefined)
  const isKnown = async () => (await signIn.authenticate(token)) !== null
  return { signIn, token, isKnown }
}

test('§5.2 a token is valid for seven days after its last use, and not a millisecond longer', async () => {
  const { isKnown } = await opened()
  time = start + 7 * day - 1
  assert.equal(await isKnown(), true)
  const { isKnown: isOtherKnown } = await opened()
  time = start + 7 * day
  assert.equal(await isOtherKnown(), false)
  assert.equal(sessionLifetime * 1000, 7 * day)
})

test('§5.2 a session that is used stays valid', async () => {
  const { isKnown } = await opened()
  for (let days = 2; days <= 30; days += 2) {
    time = start + days * day
    assert.equal(await isKnown(), true, `after ${days} days`)
  }
  time += 7 * day
  assert.equal(await isKnown(), false)
})

test('a session is written at most once a day, however often it is used', async () => {
  const { token, isKnown } = await opened()
  const lastUse = async () => (await storage.sessions.get(hashToken(token)))?.last_used_at
  time = start + day
  await isKnown()
  assert.equal(await lastUse(), new Date(start).toISOString())
  time = start + day + 1
  await isKnown()
  assert.equal(await lastUse(), now().toISOString())
})

test('a revoked token is not valid, and neither is a string that is not a token, such as its hash', async () => {
  const { signIn, token, isKnown } = await opened()
  for (const wrong of ['', 'pst_', hashToken(token), `${token} `]) {
    assert.equal(await signIn.authenticate(wrong), null)
  }
  await signIn.close(hashToken(token))
  assert.equal(await isKnown(), false)
})

test('of many sessions, the hundred that were used last are listed', async () => {
  const user = await addUser('everywhere', '$hash')
  const signIn = createSignIn({ ...storage, now })
  for (let index = 0; index < 101; index++) {
    time = start + index
    await addSession(user, `${index}`)
  }
  const listed = await signIn.list({ ...user, tokenHash: '100' })
  assert.deepEqual([listed.length, listed[0]?.id, listed[99]?.id], [100, '100', '1'])
  assert.deepEqual(
    listed.filter(({ current }) => current).map(({ id }) => id),
    ['100'],
  )
})

test('a session is revoked by its whole id', async () => {
  time = start
  const user = await addUser('elsewhere', '$hash')
  const signIn = createSignIn({ ...storage, now })
  for (const hash of ['aa', 'ab']) await addSession(user, hash)
  await signIn.closeOwn({ ...user, tokenHash: 'ab' }, 'ab')
  const left = await signIn.list({ ...user, tokenHash: 'ab' })
  assert.deepEqual(
    left.map(({ id }) => id),
    ['aa'],
  )
})

test('an unknown user takes as long to refuse as a wrong password: both are one comparison at the current cost', async () => {
  const signIn = createSignIn({ ...storage, now })
  const comparisons = async (username: string) => {
    const resources: string[] = []
    const hook = createHook({ init: (_id, type) => void resources.push(type) }).enable()
    const token = await signIn.open({ username, password: 'wrong horse', userAgent: undefined })
    hook.disable()
    assert.equal(token, undefined)
    return resources.filter((type) => type === 'SCRYPTREQUEST').length
  }
  assert.equal(await comparisons('ann'), 1)
  assert.equal(await comparisons('nobody'), 1)
})

for (const [hash, addWith] of [
  ['the current parameters', async (name: string) => addUser(name, hashed)],
  ['other parameters', addOldUser],
] as const) {
  test(`a sign-in with a hash of ${hash} opens no session if the password changes before it finishes`, async () => {
    const username = `overtaken with ${hash}`
    const user = await addWith(username)
    const next = await hashPassword('other horse')
    // The current hash is read immediately; its comparison is still running when it changes.
    const opening = createSignIn({ ...storage, now }).open({
      username,
      password: 'correct horse',
      userAgent: undefined,
    })
    assert.equal(await storage.users.updatePassword(user.id, user.password, next), true)
    assert.equal(await opening, undefined)
  })
}

test('of two password changes at once, one succeeds and the other fails because its current password is wrong', async () => {
  await addUser('twice', hashed)
  const { signIn, token } = await opened('twice')
  const user = await signIn.authenticate(token)
  assert.ok(user !== null)
  const changes = ['first horse', 'other horse'].map((next) =>
    signIn.changePassword(user, 'correct horse', next),
  )
  const problems = (await Promise.all(changes)).filter((problem) => problem !== undefined)
  assert.deepEqual(
    problems.map(({ field }) => field),
    ['current_password'],
  )
})

test('a password change succeeds even if the same password is rehashed before it finishes', async () => {
  const user = await addUser('renewed', hashed)
  const { signIn, token } = await opened('renewed')
  const signedIn = await signIn.authenticate(token)
  assert.ok(signedIn !== null)
  const renewed = await hashPassword('correct horse')
  // The current hash is read immediately, and comparing takes about 0.2 s.
  const changing = signIn.changePassword(signedIn, 'correct horse', 'other horse')
  assert.equal(await storage.users.updatePassword(user.id, user.password, renewed), true)
  assert.equal(await changing, undefined)
  await opened('renewed', 'other horse')
})

/** Adds a user whose hash was made with other parameters than the current ones. */
function addOldUser(username: string) {
  const key = scryptSync('correct horse', 'SodiumChloride00', 32, { N: 2 ** 14, r: 8, p: 1 })
  const old = '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGUwMA$'
  return addUser(username, `${old}${key.toString('base64').replaceAll('=', '')}`)
}

test('a hash made with other parameters is renewed once, when its user signs in', async () => {
  const user = await addOldUser('old')
  await opened('old')
  const stored = (await storage.users.get(user.id))?.password ?? ''
  assert.match(stored, /^\$scrypt\$ln=15,r=8,p=3\$/)
  assert.deepEqual(await verifyPassword('correct horse', stored), { matches: true, stale: false })
  await opened('old')
  assert.equal((await storage.users.get(user.id))?.password, stored)
})

test('two sign-ins at once that would renew a hash both succeed', async () => {
  await addOldUser('older')
  const both = await Promise.all([opened('older'), opened('older')])
  for (const { isKnown } of both) assert.equal(await isKnown(), true)
})
