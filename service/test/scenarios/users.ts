// table: scenarios, one after another
import { anything, type Scenario, timestamp } from '../scenario.ts'

const ann = { username: 'ann', email: 'ann@example.com', age: 30, password: 'correct horse' }
const masked = { ...ann, password: '***' }

/** Sections 2.5 and 2.6: users and sign-up. */
export const users: readonly Scenario[] = [
  {
    section: '§2.5',
    name: 'UserCreate: website and birth date may be left out or null',
    steps: [
      {
        send: 'POST /users/',
        json: ann,
        status: 201,
        answers: { Location: '/users/1' },
        gives: { id: 1, username: 'ann', email: 'ann@example.com', created_at: timestamp },
      },
      {
        send: 'POST /users/',
        json: { ...ann, username: 'bob', email: 'bob@example.com', website: null, birth_date: null },
        status: 201,
      },
      {
        send: 'POST /users/',
        json: {
          ...ann,
          username: 'eve',
          email: 'eve@example.com',
          website: 'https://example.com/eve',
          birth_date: '1990-05-06T07:08:09.123456+02:00',
          age: '0',
        },
        status: 201,
        gives: { id: 3, username: 'eve', email: 'eve@example.com', created_at: timestamp },
      },
    ],
  },
  {
    section: '§2.5',
    name: 'UserCreate: all errors are reported at once',
    steps: [
      {
        send: 'POST /users/',
        json: {
          username: 'ab',
          email: 'nobody',
          website: 'ftp://example.com',
          birth_date: 'yesterday',
          age: 151,
          password: 'correct horse',
        },
        status: 422,
        gives: {
          detail: [
            {
              type: 'string_too_short',
              loc: ['body', 'username'],
              msg: 'String should have at least 3 characters',
              input: 'ab',
              ctx: { min_length: 3 },
            },
            {
              type: 'value_error',
              loc: ['body', 'email'],
              msg: 'value is not a valid email address: An email address must have an @-sign.',
              input: 'nobody',
              ctx: { reason: 'An email address must have an @-sign.' },
            },
            {
              type: 'url_scheme',
              loc: ['body', 'website'],
              msg: "URL scheme should be 'http' or 'https'",
              input: 'ftp://example.com',
              ctx: { expected_schemes: "'http' or 'https'" },
            },
            {
              type: 'datetime_from_date_parsing',
              loc: ['body', 'birth_date'],
              msg: 'Input should be a valid datetime or date, input is too short',
              input: 'yesterday',
              ctx: { error: 'input is too short' },
            },
            {
              type: 'less_than_equal',
              loc: ['body', 'age'],
              msg: 'Input should be less than or equal to 150',
              input: 151,
              ctx: { le: 150 },
            },
          ],
        },
      },
    ],
  },
  {
    section: '§2.5',
    name: 'UserCreate: username, e-mail and age are required',
    steps: [
      {
        send: 'POST /users/',
        json: { password: 'correct horse' },
        status: 422,
        gives: {
          detail: ['username', 'email', 'age'].map((field) => ({
            type: 'missing',
            loc: ['body', field],
            msg: 'Field required',
            input: { password: '***' },
          })),
        },
      },
    ],
  },
  {
    section: '§2.6',
    name: 'UserResponse: the stored user has a password, and no response shows it',
    steps: [
      { send: 'POST /users/', json: ann, status: 201, text: /^(?!.*(password|correct horse|scrypt))/ },
      {
        send: 'GET /users/1',
        status: 200,
        gives: { id: 1, username: 'ann', email: 'ann@example.com', created_at: timestamp },
      },
      { send: 'GET /users/2', status: 404, gives: { detail: 'There is no such user' } },
    ],
  },
  {
    section: '§2.6',
    name: 'no error repeats a password that was sent',
    steps: [
      {
        send: 'POST /users/',
        json: { ...ann, password: 'seven77' },
        status: 422,
        text: /^(?!.*seven77)/,
        gives: {
          detail: [
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
      { send: 'POST /users/', json: { ...ann, password: 12345678 }, status: 422, text: /^(?!.*12345678)/ },
      {
        send: 'POST /users/',
        json: { password: 'correct horse', username: 'ann', email: 'ann@example.com' },
        status: 422,
        gives: {
          detail: [
            {
              type: 'missing',
              loc: ['body', 'age'],
              msg: 'Field required',
              input: { password: '***', username: 'ann', email: 'ann@example.com' },
            },
          ],
        },
      },
      { send: 'POST /users/', json: { ...ann, age: -1 }, status: 422, text: /^(?!.*correct horse)/ },
    ],
  },
  {
    section: '§2.6',
    name: 'a password has 8 to 128 characters and is neither the username nor the e-mail address',
    steps: [
      {
        send: 'POST /users/',
        json: { ...ann, password: 'x'.repeat(129) },
        status: 422,
        gives: {
          detail: [
            {
              type: 'string_too_long',
              loc: ['body', 'password'],
              msg: 'String should have at most 128 characters',
              input: '***',
              ctx: { max_length: 128 },
            },
          ],
        },
      },
      ...[
        [{ ...ann, username: 'annabelle', password: 'AnnaBelle' }, 'Password must not be the username'],
        [{ ...ann, password: 'ANN@example.com' }, 'Password must not be the e-mail address'],
        [{ ...ann, password: 'e\u0301'.repeat(7) }, 'Password must have at least 8 characters'],
      ].map(([json, msg]) => ({
        send: 'POST /users/',
        json,
        status: 422,
        text: /"password":"\*\*\*"/,
        gives: {
          detail: [
            {
              type: 'value_error',
              loc: ['body'],
              msg: `Value error, ${msg}`,
              input: anything,
              ctx: { error: {} },
            },
          ],
        },
      })),
      { send: 'POST /users/', json: { ...ann, password: '🔑'.repeat(8) }, status: 201 },
    ],
  },
  {
    section: '§2.5',
    name: 'a username or e-mail address that is taken, in any case, is a 409 that names it',
    steps: [
      { send: 'POST /users/', json: ann, status: 201 },
      {
        send: 'POST /users/',
        json: { ...ann, username: 'ANN', email: 'other@example.com' },
        status: 409,
        gives: {
          detail: [{ type: 'taken', loc: ['body', 'username'], msg: 'This username is taken', input: 'ANN' }],
        },
      },
      {
        send: 'POST /users/',
        json: { ...ann, username: 'other', email: 'Ann@Example.com' },
        status: 409,
        gives: {
          detail: [
            {
              type: 'taken',
              loc: ['body', 'email'],
              msg: 'This e-mail address is taken',
              input: 'Ann@example.com',
            },
          ],
        },
      },
      {
        send: 'POST /users/',
        json: masked,
        status: 422,
      },
      {
        send: 'POST /users/',
        json: ann,
        status: 409,
        gives: {
          detail: [
            { type: 'taken', loc: ['body', 'username'], msg: 'This username is taken', input: 'ann' },
            {
              type: 'taken',
              loc: ['body', 'email'],
              msg: 'This e-mail address is taken',
              input: 'ann@example.com',
            },
          ],
        },
      },
    ],
  },
]
