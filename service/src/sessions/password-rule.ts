import { identityKey } from '../users/store.ts'

/** How many code points a password has, at least and at most. */
export const passwordLength = { minLength: 8, maxLength: 128 } as const

/** Says what is wrong with a password in one sentence: its length (in NFC), or that it is the username or the e-mail. */
export function passwordProblem(
  password: string,
  user: { readonly username: string; readonly email: string },
): string | undefined {
  const length = [...password.normalize('NFC')].length
  const { minLength, maxLength } = passwordLength
  if (length < minLength) return `Password must have at least ${minLength} characters`
  if (length > maxLength) return `Password must have at most ${maxLength} characters`
  if (identityKey(password) === identityKey(user.username)) return 'Password must not be the username'
  if (identityKey(password) === identityKey(user.email)) return 'Password must not be the e-mail address'
  return undefined
}
