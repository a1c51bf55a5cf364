// table: scenarios, one after another
import { anything, type Scenario } from '../scenario.ts'

const json = { 'Content-Type': 'application/json' }
const mebibyte = 1024 * 1024
const tooLarge = { detail: 'Content Too Large' }

function malformed(position: number, error: string) {
  return {
    detail: [
      { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx: { error } },
    ],
  }
}

/** Sections 1, 4.1 and 7: whatever a client sends gets a precise response, never a 500. */
export const badInput: readonly Scenario[] = [
  {
    section: '§7',
    name: 'malformed JSON is a 422 of type json_invalid with the position of the error',
    steps: [
      {
        send: 'POST /posts/',
        headers: json,
        body: '{"title": "A",}',
        status: 422,
        gives: malformed(14, 'Expecting property name enclosed in double quotes'),
      },
      {
        send: 'POST /posts/',
        headers: json,
        body: '{',
        status: 422,
        gives: malformed(1, 'Expecting property name enclosed in double quotes'),
      },
      { send: 'POST /posts/', headers: json, body: ' ', status: 422, gives: malformed(1, 'Expecting value') },
      {
        send: 'POST /posts/',
        headers: json,
        body: '{"title": "A"} x',
        status: 422,
        gives: malformed(15, 'Extra data'),
      },
      {
        send: 'PUT /posts/1',
        headers: json,
        body: 'title=A',
        status: 422,
        gives: malformed(0, 'Expecting value'),
      },
      {
        send: 'POST /users/',
        headers: json,
        body: '{"password": "correct horse"',
        status: 422,
        text: /^(?!.*correct)/,
      },
    ],
  },
  {
    section: '§7',
    name: 'a broken encoding is never a 500: undecodable JSON is a 400, a lone surrogate a 422 of type string_unicode',
    steps: [
      {
        send: 'POST /posts/',
        headers: json,
        body: new Uint8Array([0x22, 0xff, 0x22]),
        status: 400,
        gives: { detail: 'There was an error parsing the body' },
      },
      {
        send: 'POST /posts/',
        headers: json,
        body: '{"title": "\\ud800"}',
        status: 422,
        gives: {
          detail: [{ type: 'string_unicode', loc: ['body', 'title'], msg: anything, input: anything }],
        },
      },
      {
        send: 'POST /posts/',
        body: new Uint8Array([0xff, 0xfe]),
        status: 422,
        gives: {
          detail: [{ type: 'model_attributes_type', loc: ['body'], msg: anything, input: '\ufffd\ufffd' }],
        },
      },
      { send: 'POST /posts/', headers: json, body: '{"title": NaN, "content": 1e400}', status: 422 },
      { send: 'POST /posts/', headers: json, body: '['.repeat(500_000), status: 400 },
      {
        send: 'POST /posts/',
        headers: json,
        body: `${'{"title":'.repeat(5000)}1${'}'.repeat(5000)}`,
        status: 400,
      },
      {
        send: 'POST /posts/',
        headers: json,
        body: '{"__proto__": {"title": "A"}, "title": "B"}',
        status: 201,
      },
      {
        send: 'POST /token',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'username=%ff%00&password=%',
        status: 401,
      },
    ],
  },
  {
    section: '§7',
    name: 'text that could break a database is stored as it is: U+0000 and quotes',
    environment: { POST_RULES: 'basic' },
    steps: [
      { send: 'POST /posts/', json: { title: "a\u0000b'; DROP TABLE posts; --" }, status: 201 },
      { send: 'GET /posts/', status: 200, gives: { posts: ["a\u0000b'; DROP TABLE posts; --"] } },
    ],
  },
  {
    section: '§7',
    name: 'an unknown path is a 404, an unknown method of a known path a 405 with Allow',
    steps: [
      ...[
        '/',
        '/nowhere',
        '/posts/1/2',
        '/posts//',
        '/POSTS/',
        '/posts/%zz/x',
        '/%00',
        '/api',
        '/health',
      ].map((path) => ({
        send: `GET ${path}`,
        status: 404,
        gives: { detail: 'Not Found' },
      })),
      {
        send: 'PATCH /posts/1',
        json: {},
        status: 405,
        answers: { Allow: /^(?=.*GET)(?=.*PUT)(?=.*DELETE)/ },
        gives: { detail: 'Method Not Allowed' },
      },
      { send: 'DELETE /posts/', status: 405, answers: { Allow: /^(?=.*GET)(?=.*POST)/ } },
      { send: 'POST /docs', status: 405, answers: { Allow: /GET/ } },
      { send: 'PURGE /posts/', status: 405 },
      { send: 'GET /token', status: 405, answers: { Allow: 'POST' } },
    ],
  },
  {
    section: '§8',
    name: 'request size: a body of 1 MiB is read, one byte more is a 413, with a length or chunked',
    environment: { POST_BINDING: 'raw' },
    steps: [
      { send: 'POST /posts/', body: 'x'.repeat(mebibyte), status: 200, gives: { raw_body_length: mebibyte } },
      {
        send: 'POST /posts/',
        body: 'x'.repeat(mebibyte),
        chunked: true,
        status: 200,
        gives: { raw_body_length: mebibyte },
      },
      { send: 'POST /posts/', body: 'x'.repeat(mebibyte + 1), status: 413, gives: tooLarge },
      { send: 'POST /posts/', body: 'x'.repeat(mebibyte + 1), chunked: true, status: 413, gives: tooLarge },
      { send: 'POST /posts/', body: 'x'.repeat(8 * mebibyte), chunked: true, status: 413, gives: tooLarge },
    ],
  },
  {
    section: '§8',
    name: 'request size: the limit also applies to JSON and forms, before anything is parsed',
    steps: [
      {
        send: 'POST /posts/',
        headers: json,
        body: `{"title": "${'x'.repeat(mebibyte)}"}`,
        status: 413,
        gives: tooLarge,
      },
      {
        send: 'PUT /posts/1',
        headers: json,
        body: '['.repeat(mebibyte + 1),
        chunked: true,
        status: 413,
        gives: tooLarge,
      },
      {
        send: 'POST /token',
        form: { username: 'x'.repeat(mebibyte), password: 'x' },
        status: 413,
        gives: tooLarge,
      },
      { send: 'POST /posts/', json: { title: 'still served' }, status: 201 },
    ],
  },
]
