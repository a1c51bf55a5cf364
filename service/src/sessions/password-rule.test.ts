import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { passwordProblem } from './password-rule.ts'

describe('passwordProblem', () => {
  const user = { username: 'Grace.Hopper', email: 'grace@navy.mil' }
  const cases: readonly [password: string, problem: string | undefined][] = [
    ['seven77', 'Password must have at least 8 characters'],
    ['eight888', undefined],
    ['🔑'.repeat(7), 'Password must have at least 8 characters'],
    ['🔑'.repeat(8), undefined],
    ['\ufb01'.repeat(7), 'Password must have at least 8 characters'],
    ['e\u0301'.repeat(7), 'Password must have at least 8 characters'],
    ['🔑'.repeat(128), undefined],
    ['x'.repeat(129), 'Password must have at most 128 characters'],
    ['Grace.Hopper', 'Password must not be the username'],
    ['gRACE.hOPPER', 'Password must not be the username'],
    ['GRACE@NAVY.MIL', 'Password must not be the e-mail address'],
    ['grace.hopper ', undefined],
  ]
  for (const [password, problem] of cases) {
    it(`${JSON.stringify(password.slice(0, 24))} (${[...password].length}): ${problem ?? 'is fine'}`, () => {
      assert.equal(passwordProblem(password, user), problem)
    })
  }
})
