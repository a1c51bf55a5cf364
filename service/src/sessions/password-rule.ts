import { identityKey } from '../users/store.ts'

/** The minimum and maximum number of code points in a password. */
export const passwordLength = { minLength: 8, maxLength: 128 } as const

/** Returns in one sentence what is wrong with a password: its length (in NFC), or that it equals the username or e-mail. */
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
