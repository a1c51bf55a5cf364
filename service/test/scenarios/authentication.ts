// table: scenarios, one after another
import { anything, type Scenario } from '../scenario.ts'

const own = { Origin: 'http://localhost:3000' }
const notAuthenticated = { detail: 'Not authenticated' }
const bearer = { 'WWW-Authenticate': 'Bearer' }

/** As many characters as a password may have; Unicode can write each of them as four. */
const longestPassword = '\u1f82'.repeat(128)
const tooLong = {
  type: 'string_too_long',
  loc: anything,
  msg: 'String should have at most 512 characters',
  input: anything,
  ctx: { max_length: 512 },
}

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const as = (token: string) => ({ Authorization: `Bearer <${token}>` })

const anySession = {
  id: anything,
  created_at: anything,
  last_used_at: anything,
  expires_at: anything,
  user_agent: anything,
}

const changed = { current_password: 'ann has a horse', password: 'ann has a cow' }

function refusedPassword(field: string, msg: string) {
  return { detail: [{ type: 'password_refused', loc: ['body', field], msg, input: '***' }] }
}

/** Section 5: tokens, cookies, and ownership of posts. */
export const authentication: readonly Scenario[] = [
  {
    section: '§5.1',
    name: 'POST /token gives a user who signed up a token; it also accepts a multipart form, which is what a page sends for FormData',
    steps: [
      {
        send: 'POST /users/',
        json: { username: 'ann', email: 'ann@example.com', age: 30, password: 'ann has a horse' },
        status: 201,
      },
      {
        send: 'POST /token',
        form: { username: 'ann', password: 'ann has a horse' },
        status: 200,
        answers: { 'Cache-Control': 'no-store' },
        gives: { access_token: /^pst_[\w-]{43}$/, token_type: 'bearer', expires_in: 604_800 },
        keep: { token: { body: 'access_token' } },
      },
      { send: 'GET /api/protected/', headers: as('token'), status: 200, gives: { message: 'Hello ann' } },
      {
        send: 'POST /token',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: `${part('username', 'ann')}${part('password', 'ann has a horse')}--b--\r\n`,
        status: 200,
        gives: { access_token: anything, token_type: 'bearer', expires_in: 604_800 },
      },
      {
        send: 'POST /token',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: `${part('username', 'ann')}${part('password', 'another')}--b--\r\n`,
        status: 401,
      },
    ],
  },
  {
    section: '§5.2',
    name: '/api/protected/ verifies a bearer token',
    signedIn: { ann: 'token' },
    steps: [
      { send: 'GET /api/protected/', headers: as('token'), status: 200, gives: { message: 'Hello ann' } },
      { send: 'GET /api/protected', headers: as('token'), status: 200, gives: { message: 'Hello ann' } },
      {
        send: 'GET /api/protected/',
        headers: { Authorization: 'bearer <token>' },
        status: 200,
        gives: { message: 'Hello ann' },
      },
    ],
  },
  {
    section: '§5.2',
    name: 'GET /session/ returns the user of a token from the header or the cookie, and nothing else of the session',
    signedIn: { ann: 'token', bob: 'other' },
    steps: [
      {
        send: 'GET /session/',
        headers: as('other'),
        status: 200,
        answers: { 'Cache-Control': 'no-store' },
        gives: { id: 2, username: 'bob', email: 'bob@example.com', created_at: /^\d{4}-.*Z$/ },
      },
      {
        send: 'GET /session',
        headers: { Cookie: '__Host-session=<token>' },
        status: 200,
        gives: { id: 1, username: 'ann', email: 'ann@example.com', created_at: anything },
      },
      { send: 'GET /session/', status: 401, answers: bearer, gives: notAuthenticated },
      { send: 'DELETE /session/', headers: as('other'), status: 204 },
      { send: 'GET /session/', headers: as('other'), status: 401, answers: bearer },
    ],
  },
  {
    section: '§4.1',
    name: 'GET /api/protected/ returns a message to anyone with a token, in the header or in a cookie',
    signedIn: { ann: 'token' },
    steps: [
      {
        send: 'GET /api/protected/',
        headers: as('token'),
        status: 200,
        answers: { 'Cache-Control': 'no-store' },
        gives: { message: /./ },
      },
      {
        send: 'GET /api/protected/',
        headers: { Cookie: '__Host-session=<token>' },
        status: 200,
        gives: { message: /./ },
      },
    ],
  },
  {
    section: '§5',
    name: 'a missing or invalid token is a 401 with WWW-Authenticate, whatever is wrong with it',
    steps: [
      { send: 'GET /api/protected/', status: 401, answers: bearer, gives: notAuthenticated },
      ...[
        { Authorization: 'Bearer' },
        { Authorization: 'Bearer ' },
        { Authorization: 'Bearer pst_wrong' },
        { Authorization: `Bearer ${'x'.repeat(8000)}` },
        { Authorization: 'Bearer é' },
        { Authorization: 'Basic YW5uOmFubg==' },
        { Cookie: '__Host-session=pst_wrong' },
        { Cookie: '__Host-session=' },
        { Cookie: 'session=pst_wrong; ;;=' },
      ].map((headers) => ({
        send: 'GET /api/protected/',
        headers,
        status: 401,
        answers: bearer,
        gives: notAuthenticated,
      })),
    ],
  },
  {
    section: '§5.2',
    name: '/api/protected/ verifies a session cookie; the header wins when both are sent',
    signedIn: { ann: 'token' },
    steps: [
      {
        send: 'POST /session/',
        json: { username: 'ANN', password: 'ann has a horse' },
        status: 204,
        answers: {
          'Set-Cookie':
            /^__Host-session=pst_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=34560000$/,
          'Cache-Control': 'no-store',
        },
        keep: { cookie: { header: 'Set-Cookie', part: /^([^;]*)/ } },
      },
      {
        send: 'GET /api/protected/',
        headers: { Cookie: 'a=b; <cookie>; c=d' },
        status: 200,
        gives: { message: 'Hello ann' },
      },
      {
        send: 'GET /api/protected/',
        headers: { Cookie: '<cookie>', Authorization: 'Bearer pst_wrong' },
        status: 401,
      },
    ],
  },
  {
    section: '§5.2',
    name: 'signing in for a cookie is refused for a page of another site, whatever the password, where the browser would not keep it',
    signedIn: { ann: 'token' },
    steps: [
      ...['same-origin', 'same-site', 'none'].map((site) => ({
        send: 'POST /session/',
        headers: { 'Sec-Fetch-Site': site },
        json: { username: 'ann', password: 'ann has a horse' },
        status: 204,
      })),
      ...['ann has a horse', 'another'].map((password) => ({
        send: 'POST /session/',
        headers: { 'Sec-Fetch-Site': 'cross-site' },
        json: { username: 'ann', password },
        status: 403,
        answers: { 'Set-Cookie': null },
        gives: {
          detail:
            "A browser keeps no cookie for a page of another site, and localhost and 127.0.0.1 are two sites; call a host of the page's own site, or sign in at /token",
        },
      })),
      {
        send: 'POST /token',
        headers: { 'Sec-Fetch-Site': 'cross-site' },
        form: { username: 'ann', password: 'ann has a horse' },
        status: 200,
      },
    ],
  },
  {
    section: '§5.2',
    name: 'signing out revokes the token behind the cookie, removes the cookie, and leaves other tokens alone',
    signedIn: { ann: 'token' },
    steps: [
      {
        send: 'POST /session/',
        json: { username: 'ann', password: 'ann has a horse' },
        status: 204,
        keep: { cookie: { header: 'Set-Cookie', part: /^([^;]*)/ } },
      },
      {
        send: 'DELETE /session/',
        headers: { Cookie: '<cookie>', Origin: 'https://evil.example' },
        status: 403,
      },
      { send: 'DELETE /session/', headers: { Cookie: '<cookie>' }, status: 403 },
      {
        send: 'DELETE /session/',
        headers: { Cookie: '<cookie>', ...own },
        status: 204,
        text: '',
        answers: { 'Set-Cookie': /^__Host-session=; Path=\/; .*Max-Age=0$/ },
      },
      { send: 'GET /api/protected/', headers: { Cookie: '<cookie>' }, status: 401 },
      { send: 'GET /api/protected/', headers: as('token'), status: 200 },
      { send: 'DELETE /session/', headers: as('token'), status: 204 },
      { send: 'GET /api/protected/', headers: as('token'), status: 401 },
      { send: 'DELETE /session/', status: 401, answers: bearer },
    ],
  },
  {
    section: '§5.2',
    name: 'the 401 for an invalid cookie removes the cookie; the 401 for a bearer token removes none',
    signedIn: { ann: 'token' },
    steps: [
      { send: 'DELETE /session/', headers: as('token'), status: 204 },
      ...[
        'GET /api/protected/',
        'GET /session/',
        'GET /users/me/sessions/',
        'POST /posts/',
        'PUT /posts/1',
        'PUT /users/me/password',
        'DELETE /posts/1',
        'DELETE /session/',
        `DELETE /users/me/sessions/${'0'.repeat(32)}`,
      ].map((send) => ({
        send,
        ...(/^P/.test(send) && { json: { title: 'A' } }),
        headers: { ...own, Cookie: '__Host-session=<token>' },
        status: 401,
        answers: {
          ...bearer,
          'Set-Cookie': '__Host-session=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0',
          'Access-Control-Allow-Origin': own.Origin,
        },
        gives: notAuthenticated,
      })),
      ...[{}, as('token'), { ...as('token'), Cookie: '__Host-session=<token>' }].map((headers) => ({
        send: 'GET /api/protected/',
        headers,
        status: 401,
        answers: { 'Set-Cookie': null },
      })),
    ],
  },
  {
    section: '§5.2',
    name: 'signing out everywhere revokes every token of the user and of nobody else',
    signedIn: { ann: 'first', bob: 'other' },
    steps: [
      {
        send: 'POST /token',
        form: { username: 'ann', password: 'ann has a horse' },
        status: 200,
        keep: { second: { body: 'access_token' } },
      },
      {
        send: 'DELETE /session/?everywhere=true',
        headers: as('first'),
        status: 204,
        answers: { 'Set-Cookie': /^__Host-session=;.*Max-Age=0$/ },
      },
      ...['first', 'second'].map((token) => ({
        send: 'GET /api/protected/',
        headers: as(token),
        status: 401,
      })),
      { send: 'GET /api/protected/', headers: as('other'), status: 200 },
    ],
  },
  {
    section: '§5.2',
    name: 'a user lists their valid sessions, each with the user agent that opened it, and revokes one by its id',
    signedIn: { ann: 'mine', bob: 'other' },
    steps: [
      {
        send: 'POST /session/',
        json: { username: 'ann', password: 'ann has a horse' },
        headers: { 'User-Agent': `Telephone/1.0 (é) ${'x'.repeat(300)}` },
        status: 204,
        keep: { cookie: { header: 'Set-Cookie', part: /^([^;]*)/ } },
      },
      { send: 'GET /users/me/sessions/', status: 401, answers: bearer },
      {
        send: 'GET /users/me/sessions/',
        headers: { Cookie: '<cookie>' },
        status: 200,
        text: /^(?!.*pst_)/,
        answers: { 'Cache-Control': 'no-store' },
        gives: {
          sessions: [
            {
              id: /^[0-9a-f]{32}$/,
              created_at: /^\d{4}-.*Z$/,
              last_used_at: /^\d{4}-.*Z$/,
              expires_at: /^\d{4}-.*Z$/,
              user_agent: /^(?=.{256}$)Telephone\/1\.0 \(.{1,2}\) x+$/,
              current: true,
            },
            { ...anySession, current: false },
          ],
        },
      },
      {
        send: 'GET /users/me/sessions/',
        headers: as('other'),
        status: 200,
        gives: { sessions: [{ ...anySession, current: true }] },
        keep: { id: { body: 'sessions.0.id' } },
      },
      { send: 'DELETE /users/me/sessions/<id>', status: 401, answers: bearer },
      { send: 'DELETE /users/me/sessions/<id>', headers: { Cookie: '<cookie>' }, status: 403 },
      { send: 'DELETE /users/me/sessions/1', headers: as('mine'), status: 422 },
      { send: 'DELETE /users/me/sessions/<id>0', headers: as('mine'), status: 422 },
      { send: 'DELETE /users/me/sessions/<id>', headers: as('mine'), status: 204, text: '' },
      { send: 'GET /session/', headers: as('other'), status: 200 },
      { send: 'DELETE /users/me/sessions/<id>', headers: as('other'), status: 204, text: '' },
      { send: 'GET /session/', headers: as('other'), status: 401 },
      { send: 'GET /session/', headers: as('mine'), status: 200 },
    ],
  },
  {
    section: '§5',
    name: 'changing a password takes the current one and revokes every other token; the old password no longer signs in',
    signedIn: { ann: 'mine' },
    steps: [
      {
        send: 'POST /token',
        form: { username: 'ann', password: 'ann has a horse' },
        status: 200,
        keep: { other: { body: 'access_token' } },
      },
      { send: 'PUT /users/me/password', json: changed, status: 401, answers: bearer },
      {
        send: 'PUT /users/me/password',
        headers: as('mine'),
        json: { current_password: 'ann has a house', password: 'ANN@example.com' },
        status: 422,
        text: /^(?!.*(house|example))/,
        gives: refusedPassword('current_password', 'This is not the current password'),
      },
      {
        send: 'PUT /users/me/password',
        headers: as('mine'),
        json: { ...changed, password: 'ANN@example.com' },
        status: 422,
        gives: refusedPassword('password', 'Password must not be the e-mail address'),
      },
      ...[
        { password: 'seven77', type: 'string_too_short', ctx: { min_length: 8 } },
        { password: 'x'.repeat(129), type: 'string_too_long', ctx: { max_length: 128 } },
      ].map(({ password, type, ctx }) => ({
        send: 'PUT /users/me/password',
        headers: as('mine'),
        json: { ...changed, password },
        status: 422,
        gives: { detail: [{ type, loc: ['body', 'password'], msg: anything, input: '***', ctx }] },
      })),
      { send: 'GET /api/protected/', headers: as('other'), status: 200 },
      {
        send: 'PUT /users/me/password',
        headers: { ...own, Cookie: '__Host-session=<mine>' },
        json: changed,
        status: 204,
        text: '',
      },
      { send: 'GET /api/protected/', headers: as('mine'), status: 200 },
      { send: 'GET /api/protected/', headers: as('other'), status: 401 },
      { send: 'POST /token', form: { username: 'ann', password: 'ann has a horse' }, status: 401 },
      { send: 'POST /token', form: { username: 'ann', password: 'ann has a cow' }, status: 200 },
    ],
  },
  {
    section: '§5',
    name: 'a wrong password and an unknown user get the same 401',
    signedIn: { ann: 'token' },
    steps: [
      ...[
        { username: 'ann', password: 'ann has a house' },
        { username: 'bob', password: 'ann has a horse' },
        { username: '', password: '' },
      ].flatMap((form) => [
        {
          send: 'POST /token',
          form,
          status: 401,
          answers: bearer,
          gives: { detail: 'Incorrect username or password' },
        },
        {
          send: 'POST /session/',
          json: form,
          status: 401,
          answers: { ...bearer, 'Set-Cookie': null },
          gives: { detail: 'Incorrect username or password' },
        },
      ]),
    ],
  },
  {
    section: '§5',
    name: 'a password matches in any Unicode form; a string longer than every form is refused without a comparison',
    steps: [
      {
        send: 'POST /users/',
        json: { username: 'ann', email: 'ann@example.com', age: 30, password: longestPassword },
        status: 201,
      },
      ...['NFC', 'NFD'].map((form) => ({
        send: 'POST /token',
        form: { username: 'ann', password: longestPassword.normalize(form) },
        status: 200,
        ...(form === 'NFC' && { keep: { token: { body: 'access_token' } as const } }),
      })),
      ...[
        { username: 'a'.repeat(513), password: 'ann has a horse' },
        { username: 'ann', password: 'a'.repeat(513) },
      ].flatMap((form) => [
        { send: 'POST /token', form, status: 422, gives: { detail: [tooLong] } },
        { send: 'POST /session/', json: form, status: 422, gives: { detail: [tooLong] } },
      ]),
      {
        send: 'PUT /users/me/password',
        headers: as('token'),
        json: { ...changed, current_password: 'a'.repeat(513) },
        status: 422,
        gives: { detail: [tooLong] },
      },
      {
        send: 'PUT /users/me/password',
        headers: as('token'),
        json: { current_password: 'a'.repeat(513), password: 'cow' },
        status: 422,
        gives: {
          detail: [
            { ...tooLong, loc: ['body', 'current_password'], input: '***' },
            {
              type: 'string_too_short',
              loc: ['body', 'password'],
              msg: 'String should have at least 8 characters',
              input: '***',
              ctx: { min_length: 8 },
            },
          ],
        },
      },
    ],
  },
  {
    section: '§5',
    name: 'the token form is the OAuth2 password form: grant_type is checked, and no error shows the password',
    signedIn: { ann: 'token' },
    steps: [
      {
        send: 'POST /token',
        form: {
          grant_type: 'password',
          scope: '',
          client_id: '',
          client_secret: '',
          username: 'Ann',
          password: 'ann has a horse',
        },
        status: 200,
      },
      {
        send: 'POST /session/',
        json: { password: 'ann has a horse' },
        status: 422,
        gives: {
          detail: [
            {
              type: 'missing',
              loc: ['body', 'username'],
              msg: 'Field required',
              input: { password: '***' },
            },
          ],
        },
      },
      {
        send: 'POST /token',
        form: { grant_type: 'client_credentials', password: 'ann has a horse' },
        status: 422,
        text: /^(?!.*has a horse)/,
        gives: {
          detail: [
            {
              type: 'missing',
              loc: ['body', 'username'],
              msg: 'Field required',
              input: { grant_type: 'client_credentials', password: '***', scope: '' },
            },
            {
              type: 'literal_error',
              loc: ['body', 'grant_type'],
              msg: "Input should be 'password'",
              input: 'client_credentials',
              ctx: { expected: "'password'" },
            },
          ],
        },
      },
      {
        send: 'POST /token',
        json: { username: 'ann', password: 'ann has a horse' },
        status: 422,
        gives: { detail: [anything, anything] },
      },
    ],
  },
  {
    section: '§5.1',
    name: 'a token is optional for posts, but one that is sent must be valid',
    steps: [
      { send: 'POST /posts/', json: { title: 'A' }, status: 201 },
      {
        send: 'POST /posts/',
        headers: { Authorization: 'Bearer pst_wrong' },
        json: { title: 'A' },
        status: 401,
        answers: bearer,
      },
    ],
  },
  {
    section: '§5.1',
    name: 'a post made with a token belongs to its user: a change is a 401 without a token, a 403 with another user’s',
    signedIn: { ann: 'ann', bob: 'bob' },
    steps: [
      { send: 'POST /posts/', headers: as('ann'), json: { title: 'Ann’s' }, status: 201 },
      ...[{ send: 'PUT /posts/1', json: { title: 'B' } }, { send: 'DELETE /posts/1' }].flatMap((step) => [
        {
          ...step,
          status: 401,
          answers: bearer,
          gives: { detail: 'The post belongs to a user; authenticate with a token' },
        },
        {
          ...step,
          headers: as('bob'),
          status: 403,
          gives: { detail: 'The post belongs to another user' },
        },
      ]),
      { send: 'GET /posts/1', status: 200 },
      { send: 'PUT /posts/1', headers: as('ann'), json: { title: 'Still Ann’s' }, status: 200 },
      { send: 'PUT /posts/1', headers: as('bob'), json: { title: 'B' }, status: 403 },
      { send: 'DELETE /posts/1', headers: as('ann'), status: 204 },
      { send: 'DELETE /posts/1', headers: as('bob'), status: 404 },
    ],
  },
  {
    section: '§5.1',
    name: 'anyone may change a post made without a token, and it still belongs to nobody',
    signedIn: { ann: 'ann' },
    steps: [
      { send: 'POST /posts/', json: { title: 'A' }, status: 201 },
      { send: 'PUT /posts/1', headers: as('ann'), json: { title: 'B' }, status: 200 },
      { send: 'PUT /posts/1', json: { title: 'C' }, status: 200 },
      { send: 'DELETE /posts/1', status: 204 },
    ],
  },
  {
    section: '§5.1',
    name: 'a bearer token and a cookie work cross-origin where credentials and the origin are allowed',
    signedIn: { ann: 'token' },
    steps: [
      {
        send: 'OPTIONS /api/protected/',
        headers: {
          ...own,
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'authorization',
        },
        status: 200,
        answers: {
          'Access-Control-Allow-Credentials': 'true',
          'Access-Control-Allow-Headers': /authorization/i,
        },
      },
      {
        send: 'GET /api/protected/',
        headers: { ...own, ...as('token') },
        status: 200,
        answers: {
          'Access-Control-Allow-Origin': own.Origin,
          'Access-Control-Allow-Credentials': 'true',
        },
      },
      {
        send: 'POST /posts/',
        headers: { ...own, Cookie: '__Host-session=<token>' },
        json: { title: 'A' },
        status: 201,
        answers: { 'Access-Control-Allow-Origin': own.Origin },
      },
      {
        send: 'POST /posts/',
        headers: { Origin: 'https://evil.example', Cookie: '__Host-session=<token>' },
        json: { title: 'A' },
        status: 403,
        answers: { 'Access-Control-Allow-Origin': null },
      },
    ],
  },
]
