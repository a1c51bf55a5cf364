import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from './answer.ts'
import { accepted, fiftyPosts, granted, notGranted, post, refusal, status } from './expectation.ts'

const timestamp = '2026-01-02T03:04:05.678Z'
const one = { id: 1, title: 'a', content: '', created_at: timestamp, updated_at: timestamp }

function answer(code: number, body: unknown, headers: Answer['headers'] = {}): Answer {
  return { status: code, headers, text: typeof body === 'string' ? body : JSON.stringify(body) }
}

const right = [
  ['a post', post(201, { title: 'a' }), answer(201, one)],
  [
    'fifty posts',
    fiftyPosts,
    answer(
      200,
      Array.from({ length: 50 }, (_, at) => ({ ...one, id: at + 1 })),
    ),
  ],
  ['a count', accepted(3), answer(200, { accepted: 3 })],
  [
    'errors in any format',
    refusal('title', 'content', 1),
    answer(400, 'body/1/title is wrong, /content too'),
  ],
  [
    'grants',
    granted(status(204), { 'access-control-allow-methods': 'POST' }),
    answer(204, '', {
      'access-control-allow-origin': 'http://localhost:3000',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST',
    }),
  ],
] as const

for (const [name, expected, given] of right) {
  test(`${name} as expected`, () => assert.equal(expected(given), undefined))
}

const wrong = [
  ['another status', post(201, {}), answer(200, one), /201 expected/],
  ['an undeclared field', post(200, {}), answer(200, { ...one, internal_note: 'x' }), /internal_note/],
  ['an entity tag', post(201, {}), answer(201, one, { etag: 'W/"a"' }), /etag W/],
  [
    'exposed headers',
    post(201, {}),
    answer(201, one, { 'access-control-expose-headers': 'host' }),
    /access-control-expose-headers host/,
  ],
  [
    'a date-time without milliseconds',
    post(200, {}),
    answer(200, { ...one, created_at: '2026-01-02' }),
    /created_at/,
  ],
  [
    'a string that was not trimmed',
    post(200, { title: 'a' }),
    answer(200, { ...one, title: ' a' }),
    /title " a"/,
  ],
  ['too few posts', fiftyPosts, answer(200, [one]), /50 posts/],
  ['another count', accepted(3), answer(200, { accepted: 2 }), /accepted 3/],
  ['an error that is missing', refusal('title', 'content'), answer(422, 'title'), /content/],
  ['an index within another number', refusal(1), answer(422, '11'), /for 1/],
  ['a failure instead of a refusal', refusal('title'), answer(500, 'title'), /400 or 422/],
  ['no grant', granted(status(204)), answer(204, ''), /allow-origin/],
  ['a grant for all', notGranted, answer(200, '', { 'access-control-allow-origin': '*' }), /granted to/],
] as const

for (const [name, expected, given, complaint] of wrong) {
  test(`${name} is a deviation`, () => assert.match(expected(given) ?? '', complaint))
}
