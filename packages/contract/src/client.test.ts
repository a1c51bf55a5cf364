import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import {
  any,
  boolean,
  DateTime,
  Decimal,
  date,
  datetime,
  decimal,
  integer,
  list,
  Model,
  nullable,
  number,
  PlainTime,
  record,
  string,
  time,
  tuple,
  uuid,
} from '@postern/model'
import { createClient, UnexpectedAnswerError } from './client.ts'
import {
  contract,
  errorDialect,
  file,
  form,
  implement,
  json,
  jsonLines,
  jsonOrForm,
  multipart,
  namedFiles,
  raw,
  rawReply,
  routes,
  tokenFrom,
} from './index.ts'

class PostCreate extends Model({
  title: string({ minLength: 1 }),
  content: string({ default: '' }),
  seen: nullable(datetime({ alias: 'seen-at' }), { alias: 'seen-at', default: null }),
}) {}
class PostResponse extends Model({ id: integer(), title: string(), created_at: datetime() }) {}
class Upload extends Model({
  names: list(string()),
  size: integer({ default: 1 }),
  note: nullable(string(), { default: null }),
}) {}
class Paging extends Model({
  limit: integer({ default: 10 }),
  after: nullable(datetime(), { default: null }),
}) {}
class Taken extends Model({ taken: string() }) {}

const { get, post, put, delete: remove } = routes({ prefix: '/posts' })
const posts = contract({
  title: 'Posts',
  version: '1',
  routes: {
    create: post('/', {
      body: json(PostCreate),
      response: PostResponse,
      status: 201,
      errors: { 409: Taken },
    }),
    update: put('/{post_id}/{part}', {
      params: { post_id: integer(), part: string() },
      body: json({ post: PostCreate, n: integer({ alias: 'number', default: 1 }) }),
      response: PostResponse,
      errors: { 404: 'No such post' },
    }),
    search: get('/search', {
      query: {
        q: string(),
        tags: list(string(), { default: [] }),
        exact: boolean({ default: false }),
        userName: string({ alias: 'user-name', default: 'x' }),
        ratio: nullable(number(), { default: null }),
        since: nullable(datetime(), { default: null }),
      },
      headers: { x_trace: nullable(string(), { default: null }) },
      cookies: { visits: integer({ default: 0 }) },
    }),
    page: get('/page', { query: Paging, response: Paging }),
    submit: post('/form', { body: form(Upload), response: Upload }),
    upload: post('/multipart', { body: multipart(Upload), response: Upload }),
    either: post('/either', { body: jsonOrForm(PostCreate) }),
    measure: post('/raw', { body: raw(), response: integer() }),
    maybe: post('/maybe', { body: json(nullable(PostCreate, { default: null })), response: integer() }),
    remove: remove('/{post_id}', { params: { post_id: integer() }, status: 204, security: tokenFrom({}) }),
    picture: get('/picture', {}),
    lie: get('/lie', { response: integer() }),
  },
})

const sent: { request: Request; body: string }[] = []
const recording = createClient(posts, {
  baseUrl: 'http://api.example/v1/',
  headers: { authorization: 'Bearer t' },
  async fetch(request) {
    sent.push({ request, body: await request.clone().text() })
    return Response.json(null, { status: 422 })
  },
})

const several = createClient(
  contract({
    title: 'Several',
    version: '1',
    routes: {
      read: get('/', {
        headers: { tags: list(string(), { default: [] }) },
        cookies: { kinds: list(string(), { default: [] }) },
      }),
    },
  }),
  {
    baseUrl: 'http://api.example',
    headers: { tags: 'common', cookie: 'sid=1' },
    async fetch(request) {
      sent.push({ request, body: '' })
      return Response.json(null)
    },
  },
)

const at = new Date('2026-01-02T03:04:05Z')

/** Each call with its request: method and target, the headers beyond the common one, the body. */
const requests: readonly [
  string,
  () => Promise<unknown>,
  string,
  Readonly<Record<string, string>>,
  string,
][] = [
  [
    'a JSON body with its names and values on the wire',
    () => recording.create({ body: { title: 'é', seen: at } }),
    'POST /v1/posts/',
    { 'content-type': 'application/json' },
    '{"title":"é","seen-at":"2026-01-02T03:04:05Z"}',
  ],
  [
    'a JSON body that does not fit, sent as it is',
    () => recording.create({ body: { title: '' } }),
    'POST /v1/posts/',
    { 'content-type': 'application/json' },
    '{"title":""}',
  ],
  [
    'a field given with its default value, which is sent',
    () => recording.create({ body: { title: 'x', content: '', seen: null } }),
    'POST /v1/posts/',
    { 'content-type': 'application/json' },
    '{"title":"x","content":"","seen-at":null}',
  ],
  [
    'encoded path parameters, and members under their names on the wire',
    () => recording.update({ params: { post_id: 7, part: 'a b%é?' }, body: { post: { title: 'x' }, n: 2 } }),
    'PUT /v1/posts/7/a%20b%25%C3%A9%3F',
    { 'content-type': 'application/json' },
    '{"post":{"title":"x"},"number":2}',
  ],
  [
    'members with a default left out',
    () => recording.update({ params: { post_id: 7, part: 'x' }, body: { post: { title: 'x' } } }),
    'PUT /v1/posts/7/x',
    { 'content-type': 'application/json' },
    '{"post":{"title":"x"}}',
  ],
  [
    'query parameters: lists, booleans, times, aliases',
    () =>
      recording.search({
        query: { q: 'a&b', tags: ['x', 'y z'], exact: true, userName: 'ann', ratio: 0.5, since: at },
      }),
    'GET /v1/posts/search?q=a%26b&tags=x&tags=y+z&exact=true&user-name=ann&ratio=0.5&since=2026-01-02T03%3A04%3A05Z',
    {},
    '',
  ],
  [
    'parameters that are missing or null, which are not sent',
    () => recording.search({ query: { q: '', ratio: null, tags: [] } }),
    'GET /v1/posts/search?q=',
    {},
    '',
  ],
  [
    'headers and cookies',
    () => recording.search({ query: { q: 'x' }, headers: { x_trace: 't' }, cookies: { visits: 3 } }),
    'GET /v1/posts/search?q=x',
    { 'x-trace': 't', cookie: 'visits=3' },
    '',
  ],
  [
    'a query model',
    () => recording.page({ query: { after: at } }),
    'GET /v1/posts/page?after=2026-01-02T03%3A04%3A05Z',
    {},
    '',
  ],
  ['an optional query left out', () => recording.page(), 'GET /v1/posts/page', {}, ''],
  [
    'a form',
    () => recording.submit({ body: { names: ['a', 'b&c'], size: 2, note: null } }),
    'POST /v1/posts/form',
    { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    'names=a&names=b%26c&size=2',
  ],
  [
    'a body that may be JSON or a form, sent as JSON',
    () => recording.either({ body: { title: 'x' } }),
    'POST /v1/posts/either',
    { 'content-type': 'application/json' },
    '{"title":"x"}',
  ],
  [
    'bytes',
    () => recording.measure({ body: new Uint8Array([65, 66]) }),
    'POST /v1/posts/raw',
    { 'content-type': 'application/octet-stream' },
    'AB',
  ],
  [
    'a file with a type of its own',
    () => recording.measure({ body: new Blob(['a,b'], { type: 'text/csv' }) }),
    'POST /v1/posts/raw',
    { 'content-type': 'text/csv' },
    'a,b',
  ],
  ['an optional body left out', () => recording.maybe(), 'POST /v1/posts/maybe', {}, ''],
]

for (const [title, call, target, headers, body] of requests) {
  test(`a request is written from its declaration: ${title}`, async () => {
    sent.length = 0
    // Not every operation has the response that is recorded.
    await call().catch((error) => assert.ok(error instanceof UnexpectedAnswerError))
    const [one] = sent
    assert.ok(one !== undefined && sent.length === 1)
    assert.equal(`${one.request.method} ${one.request.url.replace('http://api.example', '')}`, target)
    assert.deepEqual(Object.fromEntries(one.request.headers), { authorization: 'Bearer t', ...headers })
    assert.equal(one.body, body)
    assert.equal(one.request.redirect, 'follow')
  })
}

const response = record(string())
const text = string()
const { get: read } = routes()
const segments = contract({
  title: 'Segments',
  version: '1',
  routes: {
    two: read('/two/{name}.{kind}', { params: { name: text, kind: text }, response }),
    three: read('/three/{a}.{b}.{c}', { params: { a: text, b: text, c: text }, response }),
    words: read('/words/{from}-to-{until}', { params: { from: text, until: text }, response }),
    within: read('/within/v{name}$x', { params: { name: text }, response }),
    signs: read('/signs/{name}*(b)+.{kind}', { params: { name: text, kind: text }, response }),
    files: read('/files/{of}/{file:path}', { params: { of: text, file: text }, response }),
    maybe: read('/maybe/{file:path}', { params: { file: nullable(string()) }, response }),
    dotted: read('/dotted/.{name}', { params: { name: text }, response }),
  },
})
const echo = ({ params }: { readonly params: Readonly<Record<string, string>> }) => params
const segmentsApi = implement(segments, {
  two: echo,
  three: echo,
  words: echo,
  within: echo,
  signs: echo,
  files: echo,
  maybe: ({ params }) => ({ file: String(params.file) }),
  dotted: echo,
})
const { two, three, words, within, signs, files, maybe, dotted } = createClient(segments, {
  baseUrl: 'http://x',
  fetch: segmentsApi.fetch,
})

const arriving = [
  [{ name: 'a.tar', kind: 'gz' }, two],
  [{ a: 'x.y', b: 'y', c: 'z' }, three],
  [{ from: 'a-to-b', until: 'c' }, words],
  [{ name: 'v$x%' }, within],
  [{ name: '.' }, within],
  [{ name: '..', kind: '.' }, two],
  [{ name: 'a\nb', kind: '\n' }, two],
  [{ name: 'a', kind: 'c' }, signs],
  [{ name: 'a*(b)+.a', kind: 'c' }, signs],
  [{ of: '...', file: 'a./.b/...' }, files],
  [{ of: 'ann', file: 'a/b.txt' }, files],
  [{ of: 'ann', file: '/etc//é?#%2F/' }, files],
  [{ of: 'ann', file: '' }, files],
] as const
const divided = [
  [{ name: 'a', kind: 'tar.gz' }, two],
  [{ name: 'a', kind: '' }, two],
  [{ name: 'a', kind: 'b/c' }, two],
  [{ name: '.' }, dotted],
  [{ a: 'x', b: 'y.y', c: 'z' }, three],
  [{ a: 'x', b: 'y', c: 'z.z' }, three],
  [{ from: 'a', until: 'b-to-c' }, words],
  [{ of: 'ann', file: 'a/../b' }, files],
  [{ of: 'ann', file: '.' }, files],
  [{ file: null }, maybe],
  [{ name: 'a', kind: 'b*(b)+.c' }, signs],
  [{ of: 'ann/bob', file: 'a' }, files],
] as const

for (const [params, call] of arriving) {
  test(`path parameters arrive unchanged: ${JSON.stringify(params)}`, async () => {
    const ask: (input: never) => Promise<{ readonly body: unknown }> = call
    assert.deepEqual((await ask({ params } as never)).body, params)
  })
}

for (const [params, call] of divided) {
  test(`path parameters that a server would split differently are not sent: ${JSON.stringify(params)}`, async () => {
    const ask: (input: never) => Promise<unknown> = call
    await assert.rejects(ask({ params } as never), ({ message }: Error) => {
      const [, text = '', name = ''] =
        /with (".+"|null) as (\w+), because it would be read/.exec(message) ?? []
      return Object(params)[name] === JSON.parse(text)
    })
  })
}

const misfits: readonly (readonly [unknown, string])[] = [
  [null, 'null'],
  [[], '[]'],
  ['text', '"text"'],
  [{ title: undefined }, '{}'],
  [{ title: 1, seen: undefined }, '{"title":1}'],
]

for (const [body, text] of misfits) {
  test(`a body that does not fit is sent as JSON.stringify writes it: ${inspect(body)}`, async () => {
    sent.length = 0
    await recording.create({ body } as never)
    assert.equal(sent[0]?.body, text)
  })
}

test('a multipart body is sent as a form with its fields', async () => {
  sent.length = 0
  await recording.upload({ body: { names: ['a', 'é'], size: 2 } })
  const data = await sent[0]?.request.formData()
  assert.deepEqual(
    [...(data ?? [])],
    [
      ['names', 'a'],
      ['names', 'é'],
      ['size', '2'],
    ],
  )
  await recording.upload({ body: { names: [] } })
  const types = sent.map(({ request }) => request.headers.get('content-type'))
  assert.notEqual(types[0], types[1], 'A boundary that is known in advance could be within a file')
})

for (const part of ['', '.', '..', '/', 'a/b', 'a/']) {
  test(`a path parameter cannot be ${JSON.stringify(part)}, which would lead elsewhere`, async () => {
    await assert.rejects(
      recording.update({ params: { post_id: 1, part }, body: { post: { title: 'x' } } }),
      (error) =>
        error instanceof TypeError && error.message.includes(` with ${JSON.stringify(part)} as part,`),
    )
  })
}

test('a call that lacks a path parameter rejects with its name', async () => {
  const call: (input: never) => Promise<unknown> = recording.update
  const expected = {
    name: 'TypeError',
    message: /lacks post_id; call it with \{ params: \{ post_id: … \} \}$/,
  }
  for (const input of [{}, { params: { part: 'x' } }]) await assert.rejects(call(input as never), expected)
})

const unusable: readonly (readonly [unknown, string])[] = [
  [
    { baseUrl: '', validat: true },
    'validat is not an option of createClient; it takes baseUrl, fetch, validate, headers, errors',
  ],
  [
    { baseUrl: '', fetch: {}, validate: 'no', headers: ['x-a: 1'] },
    'fetch is an object; write a function; validate is "no"; write true or false; headers is a list; write an object',
  ],
  [
    { baseUrl: new URL('http://x') },
    'baseUrl is an object (URL); write the URL of the API, such as http://localhost:8000',
  ],
  [
    undefined,
    'the options of createClient are undefined; write an object with any of baseUrl, fetch, validate, headers, errors',
  ],
]

for (const [options, message] of unusable) {
  test(`wrong options of a client are refused when it is created: ${message}`, () => {
    const declared = contract({ title: 'T', version: '1', routes: {} })
    assert.throws(() => createClient(declared, options as never), { name: 'TypeError', message })
  })
}

for (const baseUrl of ['localhost:8000', '127.0.0.1:8000', 'api.example/v1', undefined]) {
  test(`a client with the baseUrl ${baseUrl} is refused when it is created`, () => {
    const message = `baseUrl is ${JSON.stringify(baseUrl)}; write the URL of the API, such as http://localhost:8000`
    const declared = contract({ title: 'T', version: '1', routes: {} })
    assert.throws(() => createClient(declared, { baseUrl: baseUrl as string }), {
      name: 'TypeError',
      message,
    })
  })
}

test('a header may contain white space within, and a cookie all but the characters that end it', async () => {
  for (const [tag, kind] of [
    ['a b\t~\x80é\xff', "!#$%&'()*+-./09:<=>?@AZ[]^_`az{|}~"],
    ['', ''],
  ] as const) {
    sent.length = 0
    await several.read({ headers: { tags: [tag] }, cookies: { kinds: [kind] } })
    const { headers } = sent[0]?.request ?? {}
    assert.deepEqual([headers?.get('tags'), headers?.get('cookie')], [tag, `sid=1; kinds=${kind}`])
  }
})

const strangeTexts: readonly [string, object, RegExp][] = [
  ['several values of a header', { headers: { tags: ['a', 'b'] } }, /header tags cannot hold several/],
  ...['\t', '\n', '\r', ' '].flatMap((space): [string, object, RegExp][] =>
    [`${space}a`, `a${space}`].map((tag) => [
      `a header of ${JSON.stringify(tag)}`,
      { headers: { tags: [tag] } },
      /header tags cannot begin or end with white space/,
    ]),
  ),
  [
    'a line end within a header',
    { headers: { tags: ['a\nb'] } },
    /header tags cannot hold this value; encode/,
  ],
  [
    'a control character in a header',
    { headers: { tags: ['a\x01'] } },
    /header tags cannot hold this value; encode/,
  ],
  [
    'a delete character in a header',
    { headers: { tags: ['a\x7f'] } },
    /header tags cannot hold this value; encode/,
  ],
  [
    'a character beyond Latin-1 in a header',
    { headers: { tags: ['Ā'] } },
    /header tags cannot hold this value; encode/,
  ],
  ['several values of a cookie', { cookies: { kinds: ['a', 'b'] } }, /cookie kinds cannot hold several/],
]

for (const [title, input, message] of strangeTexts) {
  test(`a value that would not arrive unchanged is not sent: ${title}`, async () => {
    await assert.rejects(several.read(input), message)
  })
}

test("a call's own header replaces the common one, its cookies are added to the common ones", async () => {
  sent.length = 0
  await several.read({ headers: { tags: ['own'] }, cookies: { kinds: ['a'] } })
  const headers = { tags: 'own', cookie: 'sid=1; kinds=a' }
  assert.deepEqual(Object.fromEntries(sent[0]?.request.headers ?? []), headers)
})

test("a body has the content-type of the call's own header, and never that of a common one", async () => {
  const other = string({ default: '' })
  const headers = { content_type: other, x_content_type: other, content_type_of: other }
  const aliased = { type: string({ alias: 'Content-Type' }) }
  const member = { a: string({ default: '' }) }
  const declared = contract({
    title: 'Typed',
    version: '1',
    routes: {
      keep: post('/raw', { headers, body: raw(), response: string() }),
      patch: post('/json', { headers, body: json(member), response: string() }),
      submit: post('/form', { headers, body: form(member), response: string() }),
      upload: post('/multipart', { headers, body: multipart(member), response: string() }),
      alias: post('/alias', { headers: aliased, body: json(member), response: string() }),
    },
  })
  const contentType = ({ headers: { content_type } }: { headers: { content_type: string } }) => content_type
  const { fetch } = implement(declared, {
    keep: contentType,
    patch: contentType,
    submit: contentType,
    upload: contentType,
    alias: ({ headers: { type } }) => type,
  })
  const calls = createClient(declared, { baseUrl, fetch, headers: { 'content-type': 'text/plain' } })
  const type = { content_type: 'image/png' }
  const bytes = new Uint8Array(1)
  const csv = new Blob(['a'], { type: 'text/csv' })
  const merge = 'application/merge-patch+json'
  const answers: readonly (readonly [{ readonly body: unknown }, RegExp])[] = [
    [await calls.keep({ headers: type, body: bytes }), /^image\/png$/],
    [await calls.keep({ headers: type, body: csv }), /^image\/png$/],
    [await calls.keep({ body: bytes }), /^application\/octet-stream$/],
    [await calls.keep({ body: csv }), /^text\/csv$/],
    [await calls.keep({ body: new Blob(['a']) }), /^application\/octet-stream$/],
    [await calls.patch({ headers: { content_type: merge }, body: {} }), /^application\/merge-patch\+json$/],
    [await calls.patch({ body: {} }), /^application\/json$/],
    [await calls.patch({ headers: { x_content_type: 'a' }, body: {} }), /^application\/json$/],
    [await calls.patch({ headers: { content_type_of: 'a' }, body: {} }), /^application\/json$/],
    [await calls.alias({ headers: { type: merge }, body: {} }), /^application\/merge-patch\+json$/],
    [await calls.submit({ body: { a: 'b' } }), /^application\/x-www-form-urlencoded/],
    [await calls.upload({ headers: type, body: { a: 'b' } }), /^multipart\/form-data; boundary=/],
  ]
  for (const [{ body }, expected] of answers) assert.match(String(body), expected)
})

// table: the baseUrl of a client on a page, a path parameter over segments, and the URL that is requested.
const pageUrls = [
  ['/', '/other.example/x', 'http://page.example//other.example/x'],
  ['/', 'x', 'http://page.example/x'],
  ['', 'x', 'http://page.example/x'],
  ['/v1//', 'x', 'http://page.example/v1/x'],
  ['./v1', 'x', 'http://page.example/app/v1/x'],
  ['//api.example', 'x', 'http://api.example/x'],
  ['HTTPS://api.example', 'x', 'https://api.example/x'],
  ['web+app-1.0://api', 'x', 'web+app-1.0://api/x'],
] as const

for (const [base, name, url] of pageUrls) {
  test(`on a page, a call of ${JSON.stringify(name)} below ${JSON.stringify(base)} requests ${url}`, async () => {
    // Node's fetch reads this as the address of a page.
    const page = Symbol.for('undici.globalOrigin.1')
    const declared = contract({
      title: 'Files',
      version: '1',
      routes: { read: routes().get('/{name:path}', { params: { name: string() } }) },
    })
    const urls: string[] = []
    const files = createClient(declared, {
      baseUrl: base,
      async fetch(request) {
        urls.push(request.url)
        return Response.json(null)
      },
    })
    Object.assign(globalThis, { [page]: new URL('http://page.example/app/') })
    try {
      await files.read({ params: { name } })
    } finally {
      Object.assign(globalThis, { [page]: undefined })
    }
    assert.deepEqual(urls, [url])
  })
}

test('a cookie cannot contain a character that ends it', async () => {
  const declared = contract({
    title: 'T',
    version: '1',
    routes: { read: get('/', { cookies: { sid: string(), SID: string({ default: '' }) } }) },
  })
  const cookies: unknown[] = []
  const client = createClient(declared, {
    baseUrl: 'http://x',
    async fetch({ headers }) {
      cookies.push(headers.get('cookie'))
      return Response.json(null)
    },
  })
  for (const character of '\n "\\,;\x7fé')
    await assert.rejects(
      client.read({ cookies: { sid: `a${character}` } }),
      /^TypeError: The cookie sid cannot hold this value; encode it$/,
    )
  // Unlike those of headers, names that differ in case are different names.
  await client.read({ cookies: { sid: 'a%', SID: 'b' } })
  assert.deepEqual(cookies, ['sid=a%; SID=b'])
})

const stored = { id: 1, created_at: '2026-01-02T03:04:05Z' }
const handlers = {
  create: ({ body, fail }) =>
    body.title === 'taken' ? fail(409, { taken: 'title' }) : { ...stored, ...body },
  update: ({ params, body, fail }) =>
    params.post_id === 1 ? { ...stored, id: body.n, title: body.post.title } : fail(404),
  search: ({ query }) => rawReply(JSON.stringify(query), { headers: { 'content-type': 'application/json' } }),
  page: ({ query }) => query,
  submit: ({ body }) => body,
  upload: ({ body }) => body,
  either: () => null,
  measure: ({ body }) => body.length,
  maybe: ({ body }) => (body === null ? 0 : 1),
  remove: () => undefined,
  picture: () => rawReply(new Uint8Array([137, 80]), { headers: { 'content-type': 'image/png' } }),
  lie: () => {
    throw new Error('the disk is on fire')
  },
} satisfies Parameters<typeof implement<typeof posts.routes, string>>[1]
const authenticate = (token: string) => (token === 'good' ? 'Ann' : null)
const api = implement(posts, handlers, { authenticate })
const baseUrl = 'http://api.example'
const client = createClient(posts, { baseUrl, fetch: api.fetch })
const validating = createClient(posts, { baseUrl, fetch: api.fetch, validate: true })

test('a body that does not fit is sent under its names on the wire, so that the server reports why', async () => {
  class Part extends Model({ partName: string({ alias: 'part-name' }) }) {}
  class Whole extends Model({ size: integer({ alias: 'SIZE' }), part: Part, parts: list(Part) }) {}
  const declared = contract({
    title: 'Parts',
    version: '1',
    routes: { make: post('/', { body: json(Whole), response: Whole }) },
  })
  const made = implement(declared, { make: ({ body }) => body })
  const body = JSON.parse('{"size":"x","part":{"partName":1,"other":2},"parts":[]}')
  const answer = await createClient(declared, { baseUrl, fetch: made.fetch }).make({ body })
  assert.ok(answer.status === 422)
  assert.deepEqual(
    answer.body.detail.map(({ type, loc }) => [type, ...loc]),
    [
      ['int_parsing', 'body', 'SIZE'],
      ['string_type', 'body', 'part', 'part-name'],
    ],
  )
})

test('a body that does not fit its model is sent with its unknown keys, whatever their names', async () => {
  class Closed extends Model({ size: integer({ alias: 'SIZE' }) }, { extra: 'forbid' }) {}
  const make = post('/', { body: json(Closed) })
  const declared = contract({ title: 'Closed', version: '1', routes: { make } })
  const { fetch } = implement(declared, { make: () => null })
  const body = JSON.parse('{"size":1,"more":"a","constructor":"b"}')
  const answer = await createClient(declared, { baseUrl, fetch }).make({ body })
  assert.ok(answer.status === 422)
  assert.deepEqual(
    answer.body.detail.map(({ type, loc }) => [type, ...loc]),
    [
      ['extra_forbidden', 'body', 'more'],
      ['extra_forbidden', 'body', 'constructor'],
    ],
  )
})

test('an object that does not fit a kind other than a model is sent as it is', async () => {
  const counting = post('/', { body: json(record(integer())) })
  const declared = contract({ title: 'Counts', version: '1', routes: { counting } })
  const { fetch } = implement(declared, { counting: () => null })
  const answer = await createClient(declared, { baseUrl, fetch }).counting({ body: { a: 1, b: 1.5 } })
  assert.ok(answer.status === 422)
  assert.deepEqual(answer.body.detail[0]?.loc, ['body', 'b'])
})

test('named files are parts of a form, and the member that contains them is not', async () => {
  const papers = namedFiles({ first: file(), second: file() })
  const leftOut = namedFiles({ third: file({ default: null }) })
  const upload = post('/', { body: multipart({ title: string(), papers, leftOut }) })
  const declared = contract({ title: 'Papers', version: '1', routes: { upload } })
  const sending = createClient(declared, {
    baseUrl,
    fetch: async (request) => Response.json([...(await request.formData()).keys()]),
  })
  const given = new Blob(['x'])
  const answer = await sending.upload({ body: { title: 'a', papers: { first: given, second: given } } })
  assert.deepEqual(answer.body, ['title', 'first', 'second'])
})

test('without validate, the body of a response is the JSON that came', async () => {
  const answer = await client.create({ body: { title: 'Hello' } })
  assert.ok(answer.status === 201)
  assert.deepEqual(answer.body, { id: 1, title: 'Hello', created_at: '2026-01-02T03:04:05Z' })
  assert.equal(answer.headers.get('content-type'), 'application/json')
})

test('with validate, the body of a response is converted through its model', async () => {
  const answer = await validating.create({ body: { title: 'Hello' } })
  assert.ok(answer.status === 201 && answer.body instanceof PostResponse)
  assert.ok(answer.body.created_at instanceof DateTime)
  const taken = await validating.create({ body: { title: 'taken' } })
  assert.ok(taken.status === 409 && taken.body instanceof Taken)
})

test('with validate, the strings of a strict model are converted too', async () => {
  const strict = { strict: true } as const
  class Order extends Model(
    { id: uuid(), at: datetime(), day: nullable(date()), price: decimal(), hours: list(time(strict)) },
    strict,
  ) {}
  const declared = contract({
    title: 'Orders',
    version: '1',
    routes: {
      read: get('/order', { response: Order }),
      watch: get('/orders', { response: jsonLines(Order) }),
    },
  })
  const order = new Order({
    id: '12345678-1234-4234-8234-123456789012',
    at: DateTime.from('2026-01-02T03:04:05Z'),
    day: null,
    price: Decimal.from('1.50'),
    hours: [PlainTime.from('10:00')],
  })
  const answering = implement(declared, { read: () => order, watch: () => [order] })
  const reading = createClient(declared, { baseUrl, fetch: answering.fetch, validate: true })
  const answer = await reading.read()
  assert.ok(answer.status === 200)
  assert.deepEqual(answer.body, order)
  const watched = await reading.watch()
  assert.ok(watched.status === 200)
  for await (const item of watched.body) assert.deepEqual(item, order)
})

test('§7 a refused request results in a response with typed issues', async () => {
  const answer = await client.create({ body: { title: '' } })
  assert.ok(answer.status === 422)
  assert.deepEqual(
    answer.body.detail.map(({ type, loc }) => [type, loc.join('.')]),
    [['string_too_short', 'body.title']],
  )
})

test('§7 a refused request in the dialect problem results in a response with typed issues', async () => {
  const problems = implement(posts, handlers, { authenticate, errors: 'problem' })
  const speaking = createClient(posts, { baseUrl, fetch: problems.fetch, errors: 'problem' })
  const answer = await speaking.create({ body: { title: '' } })
  assert.ok(answer.status === 422)
  assert.deepEqual(
    [answer.body.title, answer.body.errors[0]?.type],
    ['Unprocessable Content', 'string_too_short'],
  )
  const missing = await speaking.update({ params: { post_id: 2, part: 'x' }, body: { post: { title: 'x' } } })
  assert.ok(missing.status === 404)
  assert.equal(missing.body.detail, 'No such post')
})

test("§7 a refused request in a dialect of the api's own results in a typed response", async () => {
  class Mistake extends Model({ code: integer(), about: list(string()) }) {}
  const errors = errorDialect({
    schema: Mistake,
    mediaType: 'application/vnd.mistake+json',
    render: ({ status, issues = [] }) => ({ code: status, about: issues.map(({ loc }) => loc.join('.')) }),
  })
  const speaking = createClient(posts, {
    baseUrl,
    fetch: implement(posts, handlers, { authenticate, errors }).fetch,
    errors,
  })
  const answer = await speaking.create({ body: { title: '' } })
  assert.ok(answer.status === 422)
  assert.deepEqual(answer.body, { code: 422, about: ['body.title'] })
})

test('a declared failure results in a response', async () => {
  const missing = await client.update({ params: { post_id: 2, part: 'x' }, body: { post: { title: 'x' } } })
  assert.deepEqual([missing.status, missing.body], [404, { detail: 'No such post' }])
  const refused = await client.remove({ params: { post_id: 1 } })
  assert.deepEqual([refused.status, refused.body], [401, { detail: 'Not authenticated' }])
})

test('forms, multipart forms, bytes and models of parameters arrive as they were sent', async () => {
  const upload = { names: ['a', 'é&='], size: 2, note: null }
  assert.deepEqual((await client.submit({ body: upload })).body, upload)
  assert.deepEqual((await client.upload({ body: upload })).body, upload)
  assert.equal((await client.measure({ body: new Uint8Array([1, 2]) })).body, 2)
  assert.equal((await client.maybe()).body, 0)
  assert.deepEqual((await client.page({ query: { limit: 5 } })).body, { limit: 5, after: null })
})

test('line ends and quotes arrive as they were sent, in JSON and in forms with files and without', async () => {
  const texts = { 'a"b\r\nc': '1\n2\r3\r\n4\n', plain: '\r\n--x' }
  const members = { 'a"b\r\nc': string(), plain: string() }
  const paper = file({ types: ['image/*'] })
  const declared = contract({
    title: 'Lines',
    version: '1',
    routes: {
      written: post('/written', { body: json(members), response: record(string()) }),
      alone: post('/alone', { body: multipart(members), response: record(string()) }),
      beside: post('/beside', { body: multipart({ ...members, paper }), response: record(string()) }),
    },
  })
  const lines = implement(declared, {
    written: ({ body }) => body,
    alone: ({ body }) => body,
    beside: async ({
      body: {
        paper: { name, type, stream },
        ...rest
      },
    }) => ({
      ...rest,
      file: [name, type, await new Response(stream).text()].join(),
    }),
  })
  const calls = createClient(declared, { baseUrl, fetch: lines.fetch })
  assert.deepEqual((await calls.written({ body: texts })).body, texts)
  assert.deepEqual((await calls.alone({ body: texts })).body, texts)
  const given = new File(['x\n\r\ny'], 'é"\n.txt', { type: 'image/png' })
  const answer = await calls.beside({ body: { ...texts, paper: given } })
  assert.deepEqual(answer.body, { ...texts, file: 'é"\n.txt,image/png,x\n\r\ny' })
  const unnamed = await calls.beside({ body: { ...texts, paper: new Blob(['z'], { type: 'image/gif' }) } })
  assert.deepEqual(unnamed.body, { ...texts, file: 'blob,image/gif,z' })
})

const formless: readonly (readonly [object, RegExp])[] = [
  [
    { size: Number.POSITIVE_INFINITY },
    /^TypeError: size cannot be sent as Infinity, which JSON cannot represent/,
  ],
  [{ size: null, sizes: [1, Number.NaN] }, /1 cannot be sent as NaN/],
  [{ size: null, other: { deep: Number.NEGATIVE_INFINITY } }, /deep cannot be sent as -Infinity/],
  [{ size: 'none', sizes: [Number.POSITIVE_INFINITY] }, /0 cannot be sent as Infinity/],
  [{ size: null, other: [1, undefined] }, /1 cannot be sent as undefined/],
  [{ size: null, other: { deep: [() => 1] } }, /0 cannot be sent as a function/],
  [{ size: null, other: [Symbol('one')] }, /0 cannot be sent as Symbol\(one\)/],
  [{ size: null, other: { deep: new Date(Number.NaN) } }, /deep cannot be sent as Invalid Date/],
  [
    { size: null, other: { deep: 2n ** 64n } },
    /deep cannot be sent as 18446744073709551616, which no number/,
  ],
  [{ size: 'none', more: { deep: 2n ** 64n } }, /deep cannot be sent as 18446744073709551616/],
]

for (const [body, message] of formless) {
  test(`a value that JSON cannot express is not sent as null: ${inspect(body)}`, async () => {
    class Sizes extends Model({
      size: nullable(number()),
      sizes: list(number(), { default: [] }),
      other: any({ default: null }),
    }) {}
    const declared = contract({
      title: 'Sizes',
      version: '1',
      routes: {
        keep: post('/keep', { body: json(Sizes) }),
        all: post('/all', { body: json({ sizes: Sizes }) }),
      },
    })
    const taking = implement(declared, { keep: () => null, all: () => null })
    const { keep, all } = createClient(declared, { baseUrl, fetch: taking.fetch })
    await assert.rejects(keep({ body } as never), message)
    await assert.rejects(all({ body: { sizes: body } } as never), message)
    const other = { deep: undefined, items: [1, null] }
    assert.equal((await keep({ body: { size: null, sizes: [1.5], other } })).status, 200)
  })
}

for (const given of [() => 1, Symbol('one')]) {
  test(`a body or member that JSON cannot express is not sent as null: ${typeof given}`, async () => {
    const declared = contract({
      title: 'Texts',
      version: '1',
      routes: {
        whole: post('/whole', { body: json(string()) }),
        member: post('/member', { body: json({ text: string() }) }),
      },
    })
    const { fetch } = implement(declared, { whole: () => null, member: () => null })
    const { whole, member } = createClient(declared, { baseUrl, fetch })
    const message =
      /^TypeError: The body cannot be sent as (a function|Symbol\(one\)), which JSON cannot represent/
    await assert.rejects(whole({ body: given } as never), message)
    await assert.rejects(member({ body: { text: given } } as never), message)
  })
}

test('a bigint that does not fit is sent as a number, so that the server reports why', async () => {
  const pay = post('/pay', { body: json(tuple([decimal({ lt: 5 }), any()])) })
  const declared = contract({ title: 'Prices', version: '1', routes: { pay } })
  const { fetch } = implement(declared, { pay: () => null })
  const paying = createClient(declared, { baseUrl, fetch })
  const answer = await paying.pay({ body: [7n, null] })
  assert.ok(answer.status === 422)
  assert.deepEqual(
    answer.body.detail.map(({ type, input }) => [type, input]),
    [['less_than', 7]],
  )
  await assert.rejects(paying.pay({ body: [7n, new Set([Number.NaN])] }), /0 cannot be sent as NaN/)
  await assert.rejects(
    paying.pay({ body: (2n ** 64n) as never }),
    /^TypeError: The body cannot be sent as 18446744073709551616/,
  )
})

test('the body of a response is null for no content and bytes for a picture', async () => {
  const deleting = createClient(posts, {
    baseUrl,
    fetch: api.fetch,
    headers: { authorization: 'Bearer good' },
  })
  const removed = await deleting.remove({ params: { post_id: 1 } })
  assert.deepEqual([removed.status, removed.body], [204, null])
  assert.deepEqual((await client.picture()).body, new Uint8Array([137, 80]))
})

test('a 400, 408 or 413 for a body results in a response', async () => {
  for (const status of [400, 408, 413] as const) {
    const detail = { detail: 'The body' }
    const refusing = createClient(posts, { baseUrl, fetch: async () => Response.json(detail, { status }) })
    const answer = await refusing.submit({ body: { names: [] } })
    assert.ok(answer.status === status)
    assert.deepEqual(answer.body, detail)
  }
})

test('a 401 or 403 of an operation with security results in a response', async () => {
  for (const status of [401, 403] as const) {
    const detail = { detail: 'The token' }
    const refusing = createClient(posts, { baseUrl, fetch: async () => Response.json(detail, { status }) })
    const answer = await refusing.remove({ params: { post_id: 1 } })
    assert.deepEqual([answer.status, answer.body], [status, detail])
  }
})

test('an undeclared status rejects', async () => {
  for (const status of [201, 400, 401, 403, 404, 405, 408, 413, 422, 429, 503]) {
    const refusing = createClient(posts, { baseUrl, fetch: async () => Response.json(null, { status }) })
    await assert.rejects(refusing.lie(), { name: 'UnexpectedAnswerError', status })
  }
  await assert.rejects(client.lie(), (error) => {
    assert.ok(error instanceof UnexpectedAnswerError)
    assert.deepEqual([error.status, error.body, error.issues], [500, 'Internal Server Error', []])
    assert.match(error.message, /^lie answered 500, which is not declared$/)
    return true
  })
})

test('the error for a response with many faults under a long key has a short message and all issues', async () => {
  const count = get('/count', { response: record(list(integer())) })
  const declared = contract({ title: 'T', version: '1', routes: { count } })
  const answer = { ['k'.repeat(50_000)]: new Array(10_000).fill('x') }
  const fetch = async () => Response.json(answer)
  const asked = createClient(declared, { baseUrl: 'http://x', fetch, validate: true }).count()
  await assert.rejects(asked, (error) => {
    assert.ok(error instanceof UnexpectedAnswerError)
    assert.equal(error.issues.length, 10_000)
    assert.match(error.message.slice(-20), / … and 9998 more$/)
    return error.message.length < 200_000
  })
})

test('a response that does not fit its model rejects with validate, and is returned without', async () => {
  const fetch = async () => Response.json('one')
  await assert.rejects(createClient(posts, { baseUrl, fetch, validate: true }).lie(), {
    message:
      /lie answered 200, with 1 validation issue for the body\n {2}\(itself\): Input should be a valid integer/,
    status: 200,
    body: 'one',
  })
  assert.equal((await createClient(posts, { baseUrl, fetch }).lie()).body, 'one')
})

test('a call rejects when its signal is aborted while it waits for the response', async () => {
  const controller = new AbortController()
  const waiting = createClient(posts, {
    baseUrl,
    fetch: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        controller.abort(new Error('No longer wanted'))
      }),
  })
  await assert.rejects(waiting.page({ signal: controller.signal }), /No longer wanted/)
})

test('a call with an aborted signal rejects', async () => {
  const signal = AbortSignal.abort()
  await assert.rejects(createClient(posts, { baseUrl: 'http://127.0.0.1:9' }).page({ signal }), {
    name: 'AbortError',
  })
})

test('a response that may be JSON or another media type is read by the type that it came with', async () => {
  const read = routes().get('/table/{how}', {
    params: { how: string() },
    response: PostResponse,
    mediaType: 'Text/CSV',
    errors: { 404: 'No such table' },
  })
  const declared = contract({ title: 'Tables', version: '1', routes: { read } })
  const post = { id: 1, title: 'Gate', created_at: new Date(0) }
  const { fetch } = implement(declared, {
    read: ({ params }) => (params.how === 'csv' ? rawReply('id,title\n1,Gate') : post),
  })
  const client = createClient(declared, { baseUrl: 'http://x', fetch, validate: true })
  const json = await client.read({ params: { how: 'json' } })
  assert.ok(json.body instanceof PostResponse && json.body.title === 'Gate')
  const csv = await client.read({ params: { how: 'csv' } })
  assert.equal(csv.body, 'id,title\n1,Gate')
  assert.ok(csv.status === 200)
  assert.equal(csv.headers.get('content-type'), 'Text/CSV; charset=utf-8')
  const headers = { 'content-type': 'text/csv' }
  const failing = { baseUrl: 'http://x', fetch: async () => new Response('id', { status: 404, headers }) }
  await assert.rejects(createClient(declared, failing).read({ params: { how: 'no' } }), {
    name: 'UnexpectedAnswerError',
    message: 'read answered 404 as text/csv, which is not declared',
    status: 404,
    body: 'id',
  })
})
