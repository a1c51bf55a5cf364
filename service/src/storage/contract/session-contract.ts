import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Storage } from '../storage.ts'
import { type DatabaseUnderTest, onNewDatabase, start, type Trial, withSecond } from './harness.ts'
import { newSession, newUser, signUp } from './samples.ts'

const later = '2026-01-02T04:00:00.000Z'
const muchLater = '2026-01-03T00:00:00.000Z'

/** The contract of every `SessionStore`. */
export function describeSessions(database: DatabaseUnderTest): void {
  const onSessions = (test: (trial: Trial & { user_id: number }) => Promise<void>) => () =>
    onNewDatabase(database, async (trial) => {
      const { id } = await signUp(trial.storage, newUser('ada'))
      await test({ ...trial, user_id: id })
    })

  describe('sessions', () => {
    it('are read back as they were returned', onSessions(readsBack))
    it('end when they expire', onSessions(ends))
    it('are extended before they expire, not after', onSessions(extendsLiving))
    it('are revoked one by one', onSessions(revokesOne))
    it('are listed until they expire, last used first, for their user only', onSessions(lists))
    it('are revoked by the start of their hash, for their user only', onSessions(revokesStarting))
    it('are revoked for a whole user, and for no other', onSessions(revokesAll))
    it('that have expired are cleared when one is created', onSessions(clearsExpired))
    it('are not opened for a user that is gone or has a new password', onSessions(needsUser))
    it(
      'end when the password is replaced, except one, and none ends when it is not replaced',
      onSessions(keepsOne),
    )
    it('that were revoked stay revoked after a change of the password', onSessions(keepsRevoked))
    it('never outlive a change of the password that overlaps their opening', onSessions(endsWithPassword))
  })
}

type SessionTrial = Trial & { readonly user_id: number }

async function readsBack({ storage, user_id }: SessionTrial): Promise<void> {
  const created = await storage.sessions.create(newSession(user_id, 'a', later))
  const expected = {
    token_hash: 'a',
    user_id,
    created_at: start,
    expires_at: later,
    last_used_at: start,
    user_agent: 'curl/8',
  }
  assert.deepEqual(created, expected)
  assert.deepEqual(await storage.sessions.get('a'), expected)
  assert.equal(await storage.sessions.get('b'), undefined)
}

async function ends({ storage, clock, user_id }: SessionTrial): Promise<void> {
  await storage.sessions.create(newSession(user_id, 'a', later))
  clock.set('2026-01-02T03:59:59.999Z')
  assert.equal((await storage.sessions.get('a'))?.expires_at, later)
  clock.set(later)
  assert.equal(await storage.sessions.get('a'), undefined)
}

async function extendsLiving({ storage, clock, user_id }: SessionTrial): Promise<void> {
  const created = await storage.sessions.create(newSession(user_id, 'a', later))
  clock.set('2026-01-02T03:30:00.000Z')
  assert.equal(await storage.sessions.extend('a', muchLater), true)
  assert.deepEqual(await storage.sessions.get('a'), {
    ...created,
    expires_at: muchLater,
    last_used_at: '2026-01-02T03:30:00.000Z',
  })
  clock.set(muchLater)
  assert.equal(await storage.sessions.extend('a', '2030-01-01T00:00:00.000Z'), false)
  assert.equal(await storage.sessions.extend('b', '2030-01-01T00:00:00.000Z'), false)
}

async function revokesOne({ storage, user_id }: SessionTrial): Promise<void> {
  await createSessions(storage, user_id, ['a', 'b'])
  assert.equal(await storage.sessions.delete('a'), true)
  assert.equal(await storage.sessions.delete('a'), false)
  assert.equal(await storage.sessions.get('a'), undefined)
  assert.equal((await storage.sessions.get('b'))?.token_hash, 'b')
}

async function lists({ storage, clock, user_id }: SessionTrial): Promise<void> {
  const grace = await signUp(storage, newUser('grace'))
  await createSessions(storage, grace.id, ['g'])
  const created = await storage.sessions.create(newSession(user_id, 'c', later))
  await storage.sessions.create({ ...newSession(user_id, 'b', muchLater), user_agent: null })
  clock.set('2026-01-02T03:30:00.000Z')
  await storage.sessions.create(newSession(user_id, 'a', muchLater))
  await storage.sessions.create(newSession(user_id, 'd', muchLater))
  const hashes = async (limit: number) =>
    (await storage.sessions.list(user_id, limit)).map(({ token_hash }) => token_hash)
  assert.deepEqual(await hashes(10), ['a', 'd', 'b', 'c'])
  assert.deepEqual(await hashes(3), ['a', 'd', 'b'])
  const [, , second, first] = await storage.sessions.list(user_id, 10)
  assert.deepEqual(first, created)
  assert.equal(second?.user_agent, null)
  await storage.sessions.extend('b', muchLater)
  for (const timestamp of [later, '2026-01-02T05:00:00.000Z']) {
    clock.set(timestamp)
    assert.deepEqual(await hashes(10), ['a', 'b', 'd'])
  }
}

async function revokesStarting({ storage, user_id }: SessionTrial): Promise<void> {
  const grace = await signUp(storage, newUser('grace'))
  await createSessions(storage, user_id, ['abc1', 'abd1'])
  await createSessions(storage, grace.id, ['abc2'])
  assert.equal(await storage.sessions.deleteStarting(user_id, 'abc'), true)
  assert.equal(await storage.sessions.deleteStarting(user_id, 'abc'), false)
  assert.equal(await storage.sessions.deleteStarting(user_id, 'a%'), false)
  assert.equal(await storage.sessions.get('abc1'), undefined)
  assert.equal((await storage.sessions.get('abd1'))?.user_id, user_id)
  assert.equal((await storage.sessions.get('abc2'))?.user_id, grace.id)
}

async function revokesAll({ storage, user_id }: SessionTrial): Promise<void> {
  const grace = await signUp(storage, newUser('grace'))
  await createSessions(storage, user_id, ['a', 'b'])
  await createSessions(storage, grace.id, ['c'])
  assert.equal(await storage.sessions.deleteAll(user_id), 2)
  assert.equal(await storage.sessions.deleteAll(user_id), 0)
  assert.equal((await storage.sessions.get('c'))?.user_id, grace.id)
}

async function clearsExpired({ storage, clock, user_id }: SessionTrial): Promise<void> {
  const hashes = Array.from({ length: 40 }, (_, index) => `${index}`)
  await createSessions(storage, user_id, hashes)
  clock.set(later)
  // A few are cleared with each new one, so that no request waits for all of them.
  await storage.sessions.create(newSession(user_id, 'a', muchLater))
  assert.equal(await storage.sessions.deleteAll(user_id), 25)
}

async function needsUser({ storage, user_id }: SessionTrial): Promise<void> {
  await createSessions(storage, user_id, ['a'])
  assert.equal(await storage.sessions.create(newSession(user_id + 1, 'b', later)), undefined)
  const other = { ...newSession(user_id, 'c', later), password: '$other' }
  assert.equal(await storage.sessions.create(other), undefined)
  assert.equal(await storage.sessions.deleteAll(user_id), 1)
}

async function keepsOne({ storage, user_id }: SessionTrial): Promise<void> {
  const { password: current } = newUser('')
  const grace = await signUp(storage, newUser('grace'))
  await createSessions(storage, user_id, ['a', 'b', 'c'])
  await createSessions(storage, grace.id, ['d'])
  const wrong = { current: '$other', next: '$next', keep: 'b' }
  assert.equal(await storage.users.replacePassword(user_id, wrong), false)
  assert.equal((await storage.sessions.get('a'))?.token_hash, 'a')
  assert.equal(await storage.users.replacePassword(user_id, { ...wrong, current }), true)
  assert.equal((await storage.users.get(user_id))?.password, '$next')
  const left = await Promise.all(['a', 'b', 'c', 'd'].map((hash) => storage.sessions.get(hash)))
  assert.deepEqual(
    left.map((session) => session?.token_hash),
    [undefined, 'b', undefined, 'd'],
  )
}

async function keepsRevoked({ storage, user_id }: SessionTrial): Promise<void> {
  const { password: current } = newUser('')
  await createSessions(storage, user_id, ['a'])
  await storage.sessions.delete('a')
  const replacement = { current, next: '$next', keep: 'a' }
  assert.equal(await storage.users.replacePassword(user_id, replacement), true)
  assert.equal(await storage.sessions.get('a'), undefined)
}

async function endsWithPassword(trial: SessionTrial): Promise<void> {
  const { storage, user_id } = trial
  const { password } = newUser('')
  await withSecond(trial, async (second) => {
    const hashes = Array.from({ length: 20 }, (_, index) => `${index}`)
    const replacement = { current: password, next: '$next', keep: 'none' }
    const change = second.users.replacePassword(user_id, replacement)
    await Promise.all([createSessions(storage, user_id, hashes), change])
    assert.equal(await change, true)
    for (const hash of hashes) assert.equal(await storage.sessions.get(hash), undefined)
  })
}

async function createSessions(storage: Storage, user_id: number, hashes: readonly string[]): Promise<void> {
  await Promise.all(hashes.map((hash) => storage.sessions.create(newSession(user_id, hash, later))))
}
