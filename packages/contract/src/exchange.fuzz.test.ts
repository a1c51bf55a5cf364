import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, boolean, integer, list, Model, nullable, number, string } from '@postern/model'
import fc from 'fast-check'
import {
  contract,
  type ErrorDialect,
  type ErrorInput,
  type ErrorNotice,
  errorDialect,
  form,
  type Handlers,
  type Incoming,
  implement,
  json,
  jsonOrForm,
  type MissingBody,
  type Outgoing,
  raw,
  routes,
} from './index.ts'

class Post extends Model({
  title: string({ minLength: 1 }),
  tags: list(string(), { default: [] }),
  rank: nullable(number(), { default: null }),
}) {}

class Parts extends Model({ post: Post, n: integer() }) {}

class Item extends Model({
  id: integer(),
  name: string(),
  q: integer(),
  flags: list(boolean()),
  x_count: nullable(integer()),
  session: nullable(string()),
  post: nullable(Post),
}) {}

const { get, post, put } = routes()
const declared = contract({
  title: 'Fuzzed',
  version: '1',
  routes: {
    whole: post('/whole', { body: json(Post), response: Post }),
    parts: post('/parts', { body: json({ post: Post, n: integer() }), response: Parts }),
    anything: post('/anything', { body: json(any()), response: any() }),
    asForm: post('/form', { body: form(Post), response: Post }),
    fields: post('/fields', {
      body: form({ title: string(), n: list(integer(), { default: [] }) }),
      response: any(),
    }),
    either: post('/either', { body: jsonOrForm(Post), response: Post }),
    bytes: post('/bytes', { body: raw(), response: integer() }),
    item: put('/items/{id}/{name}', {
      params: { id: integer(), name: string() },
      query: { q: integer({ default: 1 }), flags: list(boolean(), { default: [] }) },
      headers: { x_count: nullable(integer(), { default: null }) },
      cookies: { session: nullable(string(), { default: null }) },
      body: json(nullable(Post, { default: null })),
      response: Item,
    }),
    read: get('/items/{id}', { params: { id: string() }, response: any() }),
  },
})
const handlers: Handlers<typeof declared.routes> = {
  whole: ({ body }) => body,
  parts: ({ body }) => body,
  anything: ({ body }) => body,
  asForm: ({ body }) => body,
  fields: ({ body }) => body,
  either: ({ body }) => body,
  bytes: ({ body }) => body.length,
  item: ({ params, query, headers, cookies, body }) => ({
    ...params,
    ...query,
    ...headers,
    ...cookies,
    post: body,
  }),
  read: ({ params }) => params,
}

/** Contains everything about a failure. */
class Mistake extends Model({ words: list(string()), values: list(any()) }) {}
const own = errorDialect({
  schema: Mistake,
  render: ({ title, detail = null, issues = [] }) => ({
    words: [title, ...issues.flatMap(({ type, msg, loc }) => [type, msg, ...loc.map(String)])],
    values: [detail, ...issues.flatMap(({ input = null, ctx = null }) => [input, ctx])],
  }),
})

const hostile = fc.constantFrom(
  '__proto__',
  'constructor',
  '\ud800',
  '\u0000',
  'NaN',
  '9'.repeat(400),
  '%',
  '%ff',
  '1e999',
  '../..',
  'é😀',
)
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), hostile)
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.record({ title: text, tags: fc.array(text), rank: fc.double(), __proto__: fc.anything() }),
)
const jsonText = fc.oneof(
  value.map((one) => JSON.stringify(one) ?? 'null'),
  fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"title"',
        ':',
        ',',
        '"',
        '\\u',
        'NaN',
        '-Infinity',
        '1',
        '1e400',
        '12345678901234567890',
        ' ',
        '\ud800',
        '"__proto__":',
      ),
    )
    .map((parts) => parts.join('')),
  fc.nat(2000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
)
const body = fc.oneof(
  jsonText.map((one) => new TextEncoder().encode(one)),
  fc.uint8Array({ maxLength: 40 }),
  fc
    .array(fc.tuple(fc.constantFrom('title', 'n', 'tags', '__proto__', '', '%zz'), text))
    .map((pairs) => new TextEncoder().encode(pairs.map((pair) => pair.join('=')).join('&'))),
)
const path = fc.oneof(
  fc.constantFrom('/whole', '/parts', '/anything', '/form', '/fields', '/either', '/bytes'),
  fc.tuple(text, text).map(([id, name]) => `/items/${id}/${name}`),
  text.map((id) => `/items/${id}`),
  text,
)
const LATE = { status: 408, detail: 'late' }

const request = fc.record({
  method: fc.oneof(
    { weight: 5, arbitrary: fc.constant('POST') },
    fc.constantFrom('GET', 'HEAD', 'PUT', 'OPTIONS', 'PATCH', 'DELETE', '', 'get', 'TRACE', '__proto__'),
  ),
  path,
  query: fc.oneof(
    fc.constant(''),
    text,
    fc
      .array(fc.tuple(fc.constantFrom('q', 'flags', '__proto__'), text))
      .map((pairs) => pairs.map((pair) => pair.join('=')).join('&')),
  ),
  headers: fc.dictionary(
    fc.constantFrom(
      'accept',
      'content-type',
      'cookie',
      'x-count',
      'access-control-request-method',
      'access-control-request-headers',
    ),
    fc.oneof(
      text,
      fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        'application/problem+json',
        ';',
        'session="\\',
        'POST',
      ),
    ),
  ),
  body,
  cut: fc.constantFrom<'whole' | MissingBody>('whole', 'whole', 'whole', 'too-large', 'aborted', LATE),
})

type Fuzzed = typeof request extends fc.Arbitrary<infer One> ? One : never

const dialects: readonly [string, ErrorDialect, ErrorInput, number][] = [
  ['as FastAPI', 'fastapi', 'full', 5000],
  ['as is negotiated', 'negotiated', 'redacted', 1000],
  ['in a dialect with a model', own, 'full', 2000],
  ['in a dialect with a model, without input', own, 'none', 500],
]

for (const [title, errors, errorInput, numRuns] of dialects) {
  const notices: ErrorNotice[] = []
  const api = implement(declared, handlers, {
    errors,
    errorInput,
    onError: (notice) => notices.push(notice),
    cors: { allowOrigins: ['https://app.example'], allowCredentials: true },
  })
  const check = (fuzzed: Fuzzed) => {
    const answers: Outgoing[] = []
    api.exchange(incoming(fuzzed), (outgoing) => answers.push(outgoing))
    if (answers.length === 0) return assert.equal(fuzzed.cut, 'aborted')
    assert.equal(answers.length, 1)
    const [{ status, headers, body: answered }] = answers as [Outgoing]
    assert.ok(status >= 200 && status < 500, `${status}`)
    assert.equal(headers[headers.indexOf('access-control-allow-origin') + 1], 'https://app.example')
    assert.match(headers[headers.indexOf('vary') + 1] ?? '', /Origin/)
    if (headers.some((value) => /^application\/(?:problem\+)?json$/.test(value))) JSON.parse(String(answered))
    assert.deepEqual(notices, [])
  }
  test(`§7 every request gets a response other than 500, with its grants, ${title}`, () =>
    fc.assert(fc.property(request, check), { numRuns }))
}

function incoming({ method, path, query, headers, body, cut }: Fuzzed): Incoming {
  const header = (name: string) => (name === 'origin' ? 'https://app.example' : headers[name])
  return {
    method,
    scheme: 'http',
    path,
    query,
    signal: new AbortController().signal,
    whenGone: () => undefined,
    header,
    headerLines: (name) => [header(name)].filter((line) => line !== undefined),
    headerNames: () => ['origin', ...Object.keys(headers)],
    readBody: (_, done) => done(cut === 'whole' ? body : cut),
  }
}
