import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyPassword } from '../sessions/password.ts'
import { openStorage } from '../storage/open.ts'
import { UserSignUp } from './models.ts'
import { signUp } from './sign-up.ts'

const required = { username: 'ada', email: 'ada@example.com', age: 36, password: 'correct horse' }
const more = { website: 'HTTP://Ada.Example', birth_date: '1815-12-10T00:00:00+01:00' }
const cases: readonly [given: Partial<typeof more>, website: string | null, birth_date: string | null][] = [
  [{}, null, null],
  [more, 'http://ada.example/', '1815-12-10T00:00:00+01:00'],
]

for (const [given, website, birth_date] of cases) {
  test(`§2.5 a user who gives ${Object.keys(given).join(' and ') || 'only what is required'} is stored with just that`, async () => {
    const storage = await openStorage('sqlite::memory:', { now: () => new Date() })
    await signUp(storage.users, new UserSignUp({ ...required, ...given }))
    const stored = await storage.users.byUsername('ada')
    assert.deepEqual(
      [stored?.email, stored?.age, stored?.website, stored?.birth_date],
      ['ada@example.com', 36, website, birth_date],
    )
    assert.ok((await verifyPassword('correct horse', stored?.password ?? '')).matches)
    await storage.close()
  })
}
