import { identityKey } from '../users/store.ts'

/** Says what is wrong with a password in one sentence: 8 to 128 code points (NFC), not the username or the e-mail. */
export function passwordProblem(
  password: string,
  user: { readonly username: string; readonly email: string },
): string | undefined {
  const length = [...password.normalize('NFC')].length
  if (length < 8) return 'Password must have at least 8 characters'
  if (length > 128) return 'Password must have at most 128 characters'
  if (identityKey(password) === identityKey(user.username)) return 'Password must not be the username'
  if (identityKey(password) === identityKey(user.email)) return 'Password must not be the e-mail address'
  return undefined
}
