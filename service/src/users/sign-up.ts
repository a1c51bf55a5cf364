import { hashPassword } from '../sessions/password.ts'
import type { UserSignUp } from './models.ts'
import type { UserRecord, UserStore, UserTaken } from './store.ts'

/** Stores a new user with the hash of the password, or returns which of username and e-mail are taken. */
export async function signUp(users: UserStore, user: UserSignUp): Promise<UserRecord | UserTaken> {
  const { username, email, website, birth_date, age } = user
  return users.create({
    username,
    email,
    website: website === null ? null : String(website),
    birth_date: birth_date === null ? null : String(birth_date),
    age,
    password: await hashPassword(user.password),
  })
}
