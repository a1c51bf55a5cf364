import type { Step } from '../scenario.ts'

/** Returns steps that sign up a user with the password `<username> has a horse`, and keep a bearer token as `<tokenName>`. */
export function signedUp(username: string, tokenName = username): Step[] {
  const password = `${username} has a horse`
  return [
    {
      send: 'POST /users/',
      json: { username, email: `${username}@example.com`, age: 30, password },
      status: 201,
    },
    {
      send: 'POST /token',
      form: { username, password },
      status: 200,
      answers: { 'Cache-Control': 'no-store' },
      gives: { access_token: /^pst_[\w-]{43}$/, token_type: 'bearer', expires_in: 604_800 },
      keep: { [tokenName]: { body: 'access_token' } },
    },
  ]
}
