import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UserRecord, UserTaken } from '../../users/store.ts'
import { type DatabaseUnderTest, onNewDatabase, onOneDatabase, start, withSecond } from './harness.ts'
import { newUser, signUp } from './samples.ts'

const takenCases: readonly [username: string, email: string, taken: UserTaken['taken'] | 'free'][] = [
  ['ADA', 'new@example.org', ['username']],
  ['new', 'ADA@Example.org', ['email']],
  ['Ada', 'Ada@example.org', ['username', 'email']],
  ['Ada', 'gr\u00c9ta@example.org', ['username', 'email']],
  ['GRE\u0301TA', 'new@example.org', ['username']],
  ['\u212alaus', 'new@example.org', ['username']],
  ['H\u0331EDY', 'new@example.org', ['username']],
  ['new', 'klaus@example.org', ['email']],
  ['STRASSE', 'strasse@example.org', 'free'],
  ['adah', 'adah@example.org', 'free'],
  ['ada@example.org', 'greta', 'free'],
  ['\0ada', '\0@example.org', 'free'],
]

/** The contract of every `UserStore`: storing and finding. */
export function describeUsers(database: DatabaseUnderTest): void {
  describe('users', () => {
    it('§2.6 a created user is returned, and found by id and by name, exactly as it was given', () =>
      onNewDatabase(database, async ({ storage }) => {
        const other = await signUp(storage, newUser('ada'))
        const user = newUser('Gr\u00e9ta', {
          website: 'https://example.org/?q=\u{1f600}\0\u24000000',
          birth_date: '1815-12-10T00:00:00.123456+01:30',
        })
        const created = await signUp(storage, user)
        assert.deepEqual(created, { id: created.id, ...user, created_at: start })
        assert.deepEqual(await storage.users.get(created.id), created)
        assert.deepEqual(await storage.users.byUsername('gRE\u0301TA'), created)
        assert.deepEqual(await storage.users.byUsername('ada'), other)
        assert.equal(await storage.users.byUsername(user.email), undefined)
      }))

    it('there is no user where none was created', () =>
      onNewDatabase(database, async ({ storage }) => {
        assert.equal(await storage.users.get(Number.MAX_SAFE_INTEGER), undefined)
        assert.equal(await storage.users.byUsername('ada'), undefined)
      }))

    it('a new password replaces that of one user only', () =>
      onNewDatabase(database, async ({ storage }) => {
        const ada = await signUp(storage, newUser('ada'))
        const grace = await signUp(storage, newUser('grace'))
        assert.equal(await storage.users.updatePassword(ada.id, ada.password, '$new'), true)
        assert.deepEqual(await storage.users.get(ada.id), { ...ada, password: '$new' })
        assert.deepEqual(await storage.users.get(grace.id), grace)
        assert.equal(await storage.users.updatePassword(ada.id, ada.password, '$late'), false)
        assert.equal(await storage.users.updatePassword(grace.id + 1, '$new', '$late'), false)
      }))

    it('are listed by id, page by page', () =>
      onNewDatabase(database, async ({ storage }) => {
        const names = ['zoe', 'gr\u00e9ta\0\u24000000', 'ada']
        const users: UserRecord[] = []
        for (const name of names) users.push(await signUp(storage, newUser(name)))
        const [first, second, third] = users
        assert.ok(first && second && third)
        // A rewritten record may be stored after the others.
        await storage.users.updatePassword(first.id, first.password, '$next')
        await storage.users.updatePassword(first.id, '$next', first.password)
        assert.deepEqual(await storage.users.list({ limit: 2 }), [first, second])
        assert.deepEqual(await storage.users.list({ limit: 2, after: second.id }), [third])
        assert.deepEqual(await storage.users.list({ limit: 2, after: third.id }), [])
      }))
  })
}

/** The contract of every `UserStore`: no two users share a name. */
export function describeUserNames(database: DatabaseUnderTest): void {
  describe('users: names that are taken', () => {
    const onStorage = onOneDatabase(database, async (storage) => {
      for (const name of ['ada', 'gr\u00e9ta', 'Klaus', '\u1e96edy', 'stra\u00dfe'])
        await signUp(storage, newUser(name))
    })

    for (const [username, email, taken] of takenCases) {
      const outcome = taken === 'free' ? 'is free' : `is taken by ${taken.join(' and ')}`
      it(
        `${JSON.stringify(username)} with ${JSON.stringify(email)} ${outcome}`,
        onStorage(async (storage) => {
          const answer = await storage.users.create(newUser(username, { email }))
          assert.deepEqual('taken' in answer ? answer.taken : 'free', taken)
        }),
      )
    }

    it('of several sign-ups of one name at once exactly one wins, across processes', () =>
      onNewDatabase(database, (trial) =>
        withSecond(trial, async (second) => {
          const answers = await Promise.all(
            Array.from({ length: 10 }, (_, index) =>
              (index % 2 ? second : trial.storage).users.create(
                newUser(index % 3 ? 'ada' : 'ADA', { email: `${index}@example.org` }),
              ),
            ),
          )
          const [winner, ...others] = answers.filter((answer) => 'id' in answer)
          assert.deepEqual(others, [])
          assert.deepEqual(await second.users.byUsername('Ada'), winner)
          const losers = answers.filter((answer) => 'taken' in answer)
          assert.deepEqual(losers, Array(9).fill({ taken: ['username'] }))
        }),
      ))
  })
}
