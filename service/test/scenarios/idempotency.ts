// table: scenarios, one after another
import { anything, type Scenario, timestamp } from '../scenario.ts'

const own = { Origin: 'http://localhost:3000' }
const key = { 'Idempotency-Key': '0f7a8bd1-8c55-4c4d-a1a5-0a3c6a3bd7f4' }
const stored = { id: 1, title: 'A', content: '', created_at: timestamp, updated_at: timestamp }

/** Posts that are created once, however often they are sent. */
export const idempotency: readonly Scenario[] = [
  {
    section: '§4.1',
    name: 'Idempotency-Key: a repeated post is answered as the first time and stored once',
    steps: [
      {
        send: 'POST /posts/',
        headers: key,
        json: { title: 'A' },
        status: 201,
        answers: {
          Location: '/posts/1',
          'Content-Type': 'application/json',
          ETag: /^"/,
          'Idempotent-Replayed': null,
        },
        gives: stored,
        keep: { created: { body: 'created_at' }, tag: { header: 'ETag' } },
      },
      { send: 'PUT /posts/1', json: { title: 'B' }, status: 200 },
      ...['{"title":"A"}', '{ "content": "", "title": " A " }'].map((body) => ({
        send: 'POST /posts/',
        headers: { ...key, ...own, 'Content-Type': 'application/json' },
        body,
        status: 201,
        answers: {
          Location: '/posts/1',
          'Content-Type': 'application/json',
          ETag: '<tag>',
          'Idempotent-Replayed': 'true',
          'Access-Control-Allow-Origin': own.Origin,
          'Access-Control-Expose-Headers': /Idempotent-Replayed/,
        },
        gives: { ...stored, created_at: '<created>', updated_at: '<created>' },
      })),
      { send: 'GET /posts/', status: 200, gives: { posts: ['B'] } },
      { send: 'DELETE /posts/1', status: 204 },
      { send: 'POST /posts/', headers: key, json: { title: 'A' }, status: 201, gives: stored },
      { send: 'GET /posts/', status: 200, gives: { posts: [] } },
    ],
  },
  {
    section: '§4.1',
    name: 'Idempotency-Key: a different post with the same key is a 422 and not stored',
    steps: [
      { send: 'POST /posts/', headers: key, json: { title: 'A' }, status: 201 },
      ...[{ title: 'B' }, { title: 'A', content: 'ten characters' }].map((json) => ({
        send: 'POST /posts/',
        headers: key,
        json,
        status: 422,
        gives: {
          detail: [
            {
              type: 'idempotency_key_reused',
              loc: ['header', 'idempotency-key'],
              msg: 'This key was used for another post; choose a new one',
              input: key['Idempotency-Key'],
            },
          ],
        },
      })),
      { send: 'POST /posts/', headers: { 'Idempotency-Key': 'other' }, json: { title: 'B' }, status: 201 },
      { send: 'GET /posts/', status: 200, gives: { posts: ['B', 'A'] } },
    ],
  },
  {
    section: '§4.1',
    name: 'Idempotency-Key: a post with other tags or another priority is a different post',
    environment: { POST_RULES: 'example' },
    steps: [
      { send: 'POST /posts/', headers: key, json: { title: 'A', tags: ['a'], priority: 1 }, status: 201 },
      ...[
        { tags: ['a'], priority: 2, status: 422 },
        { tags: ['b'], priority: 1, status: 422 },
        { tags: ['a'], priority: 1, status: 201 },
      ].map(({ status, ...rest }) => ({
        send: 'POST /posts/',
        headers: key,
        json: { title: 'A', ...rest },
        status,
      })),
      { send: 'GET /posts/', status: 200, gives: { posts: ['A'] } },
    ],
  },
  {
    section: '§4.1',
    name: 'Idempotency-Key: a refused post leaves the key free',
    steps: [
      { send: 'POST /posts/', headers: key, json: { title: '' }, status: 422 },
      {
        send: 'POST /posts/',
        headers: key,
        json: { title: 'A' },
        status: 201,
        answers: { 'Idempotent-Replayed': null },
      },
    ],
  },
  {
    section: '§4.1',
    name: 'Idempotency-Key: each user has their own keys, and clients without a token share theirs',
    signedIn: { ann: 'ann', bob: 'bob' },
    steps: [
      { send: 'POST /posts/', headers: key, json: { title: 'A' }, status: 201 },
      ...['ann', 'bob'].flatMap((name) => {
        const headers = { ...key, Authorization: `Bearer <${name}>` }
        const post = { send: 'POST /posts/', headers, json: { title: name }, status: 201 }
        return [
          {
            ...post,
            answers: { 'Idempotent-Replayed': null },
            keep: { [`${name}s`]: { header: 'Location' } },
          },
          { ...post, answers: { 'Idempotent-Replayed': 'true', Location: `<${name}s>` } },
        ]
      }),
      { send: 'GET /posts/', status: 200, gives: { posts: ['bob', 'ann', 'A'] } },
    ],
  },
  {
    section: '§4.1',
    name: 'Idempotency-Key: a key has 1 to 255 visible characters',
    steps: [
      ...['~'.repeat(255), '"quoted"', '!'].map((text) => ({
        send: 'POST /posts/',
        headers: { 'Idempotency-Key': text },
        json: { title: 'A' },
        status: 201,
      })),
      ...[
        { text: '', type: 'string_too_short' },
        { text: 'a'.repeat(256), type: 'string_too_long' },
        { text: 'a b', type: 'string_pattern_mismatch' },
        { text: 'é', type: 'string_pattern_mismatch' },
      ].map(({ text, type }) => ({
        send: 'POST /posts/',
        headers: { 'Idempotency-Key': text },
        json: { title: 'A' },
        status: 422,
        gives: {
          detail: [
            { type, loc: ['header', 'idempotency-key'], msg: anything, input: anything, ctx: anything },
          ],
        },
      })),
    ],
  },
  {
    section: '§4.1',
    name: 'Idempotency-Key is in the document, and pages of allowed origins may send it',
    steps: [
      { send: 'GET /openapi.json', status: 200, text: /"name":"idempotency-key","in":"header"/ },
      { send: 'GET /openapi.json', status: 200, text: /"Idempotent-Replayed":/ },
      {
        send: 'OPTIONS /posts/',
        headers: {
          ...own,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type,idempotency-key',
        },
        status: 200,
      },
    ],
  },
]
