import { boolean, datetime, integer, list, literal, Model, nullable, string } from '@postern/model'
import { issueFields } from '../operations/declared-failures.ts'
import { passwordLength } from './password-rule.ts'

// No form of a name or a password that Unicode holds equal to a known one is longer: four code points for each of 128.
// Bringing a text into one form takes time that grows with the square of its combining marks, so none may be long.
const anyForm = { maxLength: 512 } as const

/** The OAuth2 password form (RFC 6749 §4.3.2), as the documentation page sends it. */
export class PasswordForm extends Model({
  username: string(anyForm),
  password: string({ ...anyForm, secret: true }),
  grant_type: literal(['password'], { default: 'password' }),
  scope: string({ default: '', description: 'There are no scopes; what is asked for is not read' }),
}) {}

/** A token as it is handed out, once (RFC 6749 §5.1). */
export class TokenResponse extends Model({
  access_token: string(),
  token_type: literal(['bearer']),
  expires_in: integer({ description: 'Seconds until it expires, if it is not used before' }),
}) {}

/** Who signs in for a cookie. */
export class Credentials extends Model({
  username: string(anyForm),
  password: string({ ...anyForm, secret: true }),
}) {}

/** Who they are, once more, and what they want to be known by from now on. */
export class PasswordChange extends Model({
  current_password: string({ ...anyForm, secret: true }),
  password: string({
    secret: true,
    ...passwordLength,
    description: 'The new one; neither the username nor the e-mail address',
  }),
}) {}

/** What is told of a password that is refused, and never shown. */
export class RefusedPassword extends Model(issueFields('password_refused')) {}

/** The body of the 422 that is no validation's: one of the two passwords is refused. */
export class RefusedPasswords extends Model({ detail: list(RefusedPassword) }) {}

/** A session of one's own, by which a device that is lost or was never one's own is known. */
export class SessionResponse extends Model({
  id: string({ description: 'What it is revoked by; it opens nothing' }),
  created_at: datetime(),
  last_used_at: datetime({ description: 'To the day' }),
  expires_at: datetime({ description: 'When it ends, if it is not used before' }),
  user_agent: nullable(string(), { description: 'What it was opened with, as its User-Agent said' }),
  current: boolean({ description: 'Whether it is the one that asks' }),
}) {}

/** The sessions of a user. */
export class SessionList extends Model({ sessions: list(SessionResponse) }) {}

/** A sentence for whoever asks (spec §4.1 `/api/protected/`). */
export class Message extends Model({ message: string() }) {}
