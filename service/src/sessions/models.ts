import { boolean, datetime, integer, list, literal, Model, nullable, string } from '@postern/model'
import { issueFields } from '../operations/declared-failures.ts'
import { passwordLength } from './password-rule.ts'

// No form of a known name or password that Unicode considers equal is longer: four code points for each of 128.
// Normalizing takes time that grows with the square of the combining marks, so no value may be long.
const anyForm = { maxLength: 512 } as const

/** The OAuth2 password form (RFC 6749 §4.3.2), as the documentation page sends it. */
export class PasswordForm extends Model({
  username: string(anyForm),
  password: string({ ...anyForm, secret: true }),
  grant_type: literal(['password'], { default: 'password' }),
  scope: string({ default: '', description: 'There are no scopes; the value is ignored' }),
}) {}

/** A token as it is issued, once (RFC 6749 §5.1). */
export class TokenResponse extends Model({
  access_token: string(),
  token_type: literal(['bearer']),
  expires_in: integer({ description: 'Seconds until it expires, unless it is used before then' }),
}) {}

/** The credentials of a sign-in with a cookie. */
export class Credentials extends Model({
  username: string(anyForm),
  password: string({ ...anyForm, secret: true }),
}) {}

/** The current password and the new one. */
export class PasswordChange extends Model({
  current_password: string({ ...anyForm, secret: true }),
  password: string({
    secret: true,
    ...passwordLength,
    description: 'The new password, neither the username nor the e-mail address',
  }),
}) {}

/** The issue for a refused password, which is never shown. */
export class RefusedPassword extends Model(issueFields('password_refused')) {}

/** The body of a 422 that does not come from validation: one of the two passwords is refused. */
export class RefusedPasswords extends Model({ detail: list(RefusedPassword) }) {}

/** A session of the current user, with what identifies a lost or foreign device. */
export class SessionResponse extends Model({
  id: string({ description: 'Revokes the session; does not open it' }),
  created_at: datetime(),
  last_used_at: datetime({ description: 'To the day' }),
  expires_at: datetime({ description: 'When it expires, unless it is used before then' }),
  user_agent: nullable(string(), { description: 'The User-Agent that opened it' }),
  current: boolean({ description: 'Whether this request was made with it' }),
}) {}

export class SessionList extends Model({ sessions: list(SessionResponse) }) {}

/** A sentence for the client (spec §4.1 `/api/protected/`). */
export class Message extends Model({ message: string() }) {}
