import { json, multipart, routes } from '@postern/contract'
import { boolean, nested, string } from '@postern/model'
import { limitHeaders, unavailable } from '../operations/declared-failures.ts'
import { UserResponse } from '../users/models.ts'
import {
  Credentials,
  Message,
  PasswordChange,
  PasswordForm,
  RefusedPasswords,
  SessionList,
  TokenResponse,
} from './models.ts'
import { guardedHeaders, requiredToken } from './security.ts'

const examples = { user: { username: 'grace', password: 'correct horse' } }

const samePassword = { current_password: 'correct horse', password: 'correct horse' }
const refusedPasswords = nested(() => RefusedPasswords, {
  description: 'The current password is wrong, or the new one is refused',
})
const shared = { tags: ['sessions'], errors: unavailable } as const
const anybody = routes(shared)
const users = routes({ ...shared, security: requiredToken })
const unknown = { 401: 'Incorrect username or password' } as const
const unknownHeaders = { ...limitHeaders, 401: { 'WWW-Authenticate': 'How to use a token (RFC 6750 §3)' } }

/** Signing in and out, and the operations that require a token. */
export const sessionRoutes = {
  issueToken: anybody.post('/token', {
    summary: 'Sign in and get a bearer token',
    // Both kinds of forms, as pages send them to FastAPI's OAuth2PasswordRequestForm; RFC 6749 specifies the
    // URL-encoded one.
    body: multipart(PasswordForm, { examples }),
    response: TokenResponse,
    responseHeaders: unknownHeaders,
    errors: unknown,
  }),
  signIn: anybody.post('/session/', {
    summary: 'Sign in and get a cookie',
    body: json(Credentials, { examples }),
    status: 204,
    responseHeaders: { ...unknownHeaders, 'Set-Cookie': 'The session' },
    errors: {
      ...unknown,
      403: "A browser keeps no cookie for a page of another site, and localhost and 127.0.0.1 are two sites; call a host of the page's own site, or sign in at /token",
    },
  }),
  readCurrentUser: users.get('/session/', {
    summary: 'Read the user who is signed in',
    response: UserResponse,
    responseHeaders: guardedHeaders,
  }),
  listSessions: users.get('/users/me/sessions/', {
    summary: "List the user's sessions, most recently used first, at most 100",
    response: SessionList,
    responseHeaders: guardedHeaders,
  }),
  // RFC 7009 §2.2: a session that no longer exists counts as revoked.
  revokeSession: users.delete('/users/me/sessions/{session_id}', {
    summary: 'Revoke a session of the user; also a 204 if there is none, or no longer one',
    params: {
      session_id: string({
        pattern: '^[0-9a-f]{32}$',
        examples: ['0123456789abcdef0123456789abcdef'],
        description: 'The id of a session, from the list',
      }),
    },
    status: 204,
    responseHeaders: guardedHeaders,
  }),
  signOut: users.delete('/session/', {
    summary: 'Sign out: the token is revoked and the cookie removed',
    query: {
      everywhere: boolean({
        default: false,
        description: 'Whether every other token of the user is revoked as well',
      }),
    },
    status: 204,
    responseHeaders: { ...guardedHeaders, 'Set-Cookie': 'Removes the session' },
  }),
  changePassword: users.put('/users/me/password', {
    summary: 'Change the password: every other token of the user is revoked',
    body: json(PasswordChange, { examples: { same: samePassword } }),
    status: 204,
    responseHeaders: guardedHeaders,
    errors: { 422: refusedPasswords },
  }),
  readProtected: users.get('/api/protected/', {
    summary: 'Read a message for signed-in users',
    response: Message,
    responseHeaders: guardedHeaders,
  }),
}
