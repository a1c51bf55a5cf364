import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { datetime, integer, list, Model, nullable, string } from '@postern/model'
import {
  contract,
  type ErrorNotice,
  form,
  HttpError,
  implement,
  json,
  jsonOrForm,
  raw,
  rawReply,
  routes,
} from './index.ts'

class PostCreate extends Model({
  title: string({ minLength: 1, maxLength: 200 }),
  content: string({ default: '' }),
}) {}
class Author extends Model({ name: string() }) {}
class PostResponse extends Model({
  id: integer(),
  title: string(),
  author: nullable(Author, { default: null }),
  created_at: datetime(),
}) {}
class Length extends Model({ raw_body_length: integer() }) {}
class Posts extends Model({ posts: list(string()) }) {}
class Conflict extends Model({ taken: string() }) {}

const { get, post, put, delete: remove } = routes({ prefix: '/posts', tags: ['posts'] })
const stored = { id: 1, title: 'Hello', created_at: '2026-01-02T03:04:05Z', password: 'hunter2' }
const called: string[] = []
const errorNotices: ErrorNotice[] = []

const api = implement(
  contract({
    title: 'Posts',
    version: '1.0.0',
    routes: {
      asRaw: post('/raw', { body: raw(), response: Length }),
      asJson: post('/json', { body: json(PostCreate), response: PostCreate }),
      asForm: post('/form', { body: form(PostCreate), response: PostCreate }),
      asEither: post('/either', { body: jsonOrForm(PostCreate), response: PostCreate }),
      create: post('/', { body: json(PostCreate), response: PostResponse, status: 201 }),
      update: put('/{post_id}', {
        params: { post_id: integer() },
        body: json(PostCreate),
        response: PostResponse,
      }),
      read: get('/{post_id}', {
        params: { post_id: integer() },
        response: PostResponse,
        errors: { 404: 'No such post', 409: Conflict },
      }),
      remove: remove('/{post_id}', { params: { post_id: integer() }, status: 204 }),
      list: get('/', { response: Posts }, '/api/posts/'),
      late: get('/late/answer', {
        response: Posts,
        responses: { 202: Posts, 303: 'See the post', 308: Posts },
      }),
      open: get('/open/answer', {}),
      small: post('/small', { body: raw({ limit: 4 }), response: Length }),
    },
  }),
  {
    asRaw: ({ body }) => ({ raw_body_length: body.length }),
    asJson: ({ body }) => {
      called.push(body.title)
      return body
    },
    asForm: ({ body }) => body,
    asEither: async ({ body }) => body,
    create: ({ body, reply }) =>
      reply(201, { ...stored, ...body }, { headers: { Location: '/posts/1' }, cookies: ['a=1', 'b=2'] }),
    update: ({ params, body }) => ({
      ...stored,
      ...body,
      id: params.post_id,
      author: { name: 'Ann', age: 9 },
    }),
    read: ({ params, fail }) => {
      if (params.post_id === 2) return fail(404)
      if (params.post_id === 3) return fail(404, { reason: 'gone' }, { 'Retry-After': '9' })
      if (params.post_id === 4) return fail(409, { taken: 'title', ...{ secret: 'x' } })
      if (params.post_id === 5) throw new Error('the disk is on fire')
      if (params.post_id === 6) throw new HttpError(404)
      if (params.post_id === 7) throw new HttpError(418)
      if (params.post_id === 8) return { ...stored, id: JSON.parse('"eight"') }
      if (params.post_id === 9) return Promise.reject(new Error('later'))
      return stored
    },
    remove: () => null,
    list: () => ({ posts: ['First'] }),
    late: async ({ reply, request }) => {
      if (request.query === 'raw') return rawReply('<p>', { headers: { 'content-type': 'text/html' } })
      if (request.query === 'see') return reply(303, null, { headers: { location: '/posts/1' } })
      if (request.query === 'moved')
        return reply(308, { posts: ['x'] }, { headers: { location: '/posts/2' } })
      if (request.query === 'split') return reply(202, { posts: [] }, { headers: { x: 'a\r\nb: c' } })
      return reply(202, { posts: ['x'] })
    },
    open: () => undefined,
    small: ({ body }) => ({ raw_body_length: body.length }),
  },
  { cors: { allowOrigins: ['https://app.example'] }, onError: (notice) => errorNotices.push(notice) },
)

interface Scenario {
  readonly section: string
  readonly title: string
  readonly ask: string
  readonly type?: string
  readonly body?: string
  readonly status: number
  readonly answer?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const asJson = 'application/json'
const asForm = 'application/x-www-form-urlencoded'
const missingTitle = { type: 'missing', loc: ['body', 'title'], msg: 'Field required' }
const notAnObject = 'Input should be a valid dictionary or object to extract fields from'
const post1 = { id: 1, title: 'Hello', author: null, created_at: '2026-01-02T03:04:05Z' }

const scenarios: readonly Scenario[] = [
  {
    section: '§1.1',
    title: 'a body is converted before the handler runs',
    ask: 'POST /posts/json',
    type: asJson,
    body: '{"title":"a"}',
    status: 200,
    answer: { title: 'a', content: '' },
  },
  {
    section: '§1.2',
    title: 'a response is converted and filtered',
    ask: 'GET /posts/1',
    status: 200,
    answer: post1,
  },
  {
    section: '§1.4',
    title: 'the document is generated from the models',
    ask: 'GET /openapi.json',
    status: 200,
  },
  {
    section: '§4.1',
    title: 'POST raw variant returns the byte length',
    ask: 'POST /posts/raw',
    body: 'é😀',
    status: 200,
    answer: { raw_body_length: 6 },
  },
  {
    section: '§4.1',
    title: 'POST json variant returns the validated fields',
    ask: 'POST /posts/json',
    type: asJson,
    body: '{"title":"a","content":"b","x":1}',
    status: 200,
    answer: { title: 'a', content: 'b' },
  },
  {
    section: '§4.1',
    title: 'POST form variant returns the validated fields',
    ask: 'POST /posts/form',
    type: asForm,
    body: 'title=a+b&content=%C3%A9',
    status: 200,
    answer: { title: 'a b', content: 'é' },
  },
  {
    section: '§4.1',
    title: 'POST response variant returns PostResponse with its headers',
    ask: 'POST /posts/',
    type: asJson,
    body: '{"title":"a"}',
    status: 201,
    answer: { ...post1, title: 'a' },
    headers: { location: '/posts/1', 'set-cookie': 'a=1, b=2' },
  },
  {
    section: '§4.1',
    title: 'PUT /posts/{post_id} accepts an integer and a body',
    ask: 'PUT /posts/7',
    type: asJson,
    body: '{"title":"a"}',
    status: 200,
    answer: { ...post1, id: 7, title: 'a', author: { name: 'Ann' } },
  },
  {
    section: '§4.1',
    title: 'GET /posts/ returns the list',
    ask: 'GET /posts/',
    status: 200,
    answer: { posts: ['First'] },
  },
  {
    section: '§4.1',
    title: 'GET /posts without the slash returns the same',
    ask: 'GET /posts',
    status: 200,
    answer: { posts: ['First'] },
  },
  {
    section: '§4.1',
    title: 'HEAD follows GET',
    ask: 'HEAD /posts',
    status: 200,
    headers: { 'content-length': '19' },
  },
  {
    section: '§4.1',
    title: 'an alias returns the same',
    ask: 'GET /api/posts/',
    status: 200,
    answer: { posts: ['First'] },
  },
  {
    section: '§4.1',
    title: 'an unknown path is a 404',
    ask: 'GET /nowhere',
    status: 404,
    answer: { detail: 'Not Found' },
  },
  {
    section: '§4.1',
    title: 'an undeclared method is a 405 that lists all others',
    ask: 'PATCH /posts/1',
    status: 405,
    answer: { detail: 'Method Not Allowed' },
    headers: { allow: 'PUT, GET, HEAD, DELETE' },
  },
  {
    section: '§4.1',
    title: 'an OPTIONS that is not a preflight is a 405',
    ask: 'OPTIONS /posts/',
    status: 405,
  },
  {
    section: '§4.1',
    title: 'a response with a status without a body has none',
    ask: 'DELETE /posts/1',
    status: 204,
    answer: '',
  },
  {
    section: '§4.1',
    title: 'an operation without a response model returns null',
    ask: 'GET /posts/open/answer',
    status: 200,
    answer: null,
  },
  {
    section: '§4.2.1',
    title: 'the raw variant does not parse JSON',
    ask: 'POST /posts/raw',
    type: asJson,
    body: '{bad',
    status: 200,
    answer: { raw_body_length: 4 },
  },
  {
    section: '§4.2.1',
    title: 'the raw variant does not parse forms',
    ask: 'POST /posts/raw',
    type: asForm,
    body: 'title=%',
    status: 200,
    answer: { raw_body_length: 7 },
  },
  {
    section: '§4.2.2',
    title: 'the json variant refuses a form with the raw text as input',
    ask: 'POST /posts/json',
    type: asForm,
    body: 'title=a',
    status: 422,
    answer: {
      detail: [{ type: 'model_attributes_type', loc: ['body'], msg: notAnObject, input: 'title=a' }],
    },
  },
  {
    section: '§4.2.2',
    title: 'no content type avoids validation',
    ask: 'POST /posts/json',
    type: 'text/plain',
    body: '{"title":"a"}',
    status: 422,
    answer: {
      detail: [{ type: 'model_attributes_type', loc: ['body'], msg: notAnObject, input: '{"title":"a"}' }],
    },
  },
  {
    section: '§4.2.2',
    title: 'a list is refused in place of an object',
    ask: 'POST /posts/json',
    type: asJson,
    body: '[]',
    status: 422,
    answer: { detail: [{ type: 'model_attributes_type', loc: ['body'], msg: notAnObject, input: [] }] },
  },
  {
    section: '§4.2.2',
    title: 'malformed JSON is reported with its position',
    ask: 'POST /posts/json',
    type: asJson,
    body: '{"title":}',
    status: 422,
    answer: {
      detail: [
        {
          type: 'json_invalid',
          loc: ['body', 9],
          msg: 'JSON decode error',
          input: {},
          ctx: { error: 'Expecting value' },
        },
      ],
    },
  },
  {
    section: '§4.2.3',
    title: 'the form variant finds no fields in JSON except the defaults',
    ask: 'POST /posts/form',
    type: asJson,
    body: '{"title":"a"}',
    status: 422,
    answer: { detail: [{ ...missingTitle, input: { content: '' } }] },
  },
  {
    section: '§4.2.3',
    title: 'a form posted to jsonOrForm is read as a form',
    ask: 'POST /posts/either',
    type: asForm,
    body: 'title=a',
    status: 200,
    answer: { title: 'a', content: '' },
  },
  {
    section: '§4.2.3',
    title: 'JSON posted to jsonOrForm is read as JSON',
    ask: 'POST /posts/either',
    type: asJson,
    body: '{"title":"a"}',
    status: 200,
    answer: { title: 'a', content: '' },
  },
  {
    section: '§4.2.4',
    title: 'an omitted content takes its default',
    ask: 'POST /posts/json',
    type: asJson,
    body: '{"title":"b"}',
    status: 200,
    answer: { title: 'b', content: '' },
  },
  {
    section: '§4.2.5',
    title: 'an omitted title is reported as missing',
    ask: 'POST /posts/json',
    type: asJson,
    body: '{"content":"b"}',
    status: 422,
    answer: { detail: [{ ...missingTitle, input: { content: 'b' } }] },
  },
  {
    section: '§4.3.1',
    title: 'a stored password is not in the response',
    ask: 'GET /posts/1',
    status: 200,
    answer: post1,
  },
  {
    section: '§4.3.2',
    title: 'nested objects are converted and filtered',
    ask: 'PUT /posts/8',
    type: asJson,
    body: '{"title":"a"}',
    status: 200,
    answer: { ...post1, id: 8, title: 'a', author: { name: 'Ann' } },
  },
  {
    section: '§4.3.3',
    title: 'a response that does not fit its model is a 500 without details',
    ask: 'GET /posts/8',
    status: 500,
    answer: 'Internal Server Error',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  },
  {
    section: '§4.3.4',
    title: 'a request that does not fit its model is a 422',
    ask: 'PUT /posts/x',
    type: asJson,
    body: '{}',
    status: 422,
    answer: {
      detail: [
        {
          type: 'int_parsing',
          loc: ['path', 'post_id'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          input: 'x',
        },
        { ...missingTitle, input: {} },
      ],
    },
  },
  {
    section: '§7',
    title: 'a thrown error is a 500 without details',
    ask: 'GET /posts/5',
    status: 500,
    answer: 'Internal Server Error',
  },
  {
    section: '§7',
    title: 'a rejected promise is a 500 without details',
    ask: 'GET /posts/9',
    status: 500,
    answer: 'Internal Server Error',
  },
  {
    section: '§7',
    title: 'a declared failure has its text',
    ask: 'GET /posts/2',
    status: 404,
    answer: { detail: 'No such post' },
  },
  {
    section: '§7',
    title: 'a declared failure may have a detail of its own',
    ask: 'GET /posts/3',
    status: 404,
    answer: { detail: { reason: 'gone' } },
    headers: { 'retry-after': '9' },
  },
  {
    section: '§7',
    title: 'a failure with a model is filtered through it',
    ask: 'GET /posts/4',
    status: 409,
    answer: { taken: 'title' },
  },
  {
    section: '§7',
    title: 'an HttpError becomes the failure that is declared for its status',
    ask: 'GET /posts/6',
    status: 404,
    answer: { detail: 'No such post' },
  },
  {
    section: '§7',
    title: 'an HttpError that is not declared is a 500',
    ask: 'GET /posts/7',
    status: 500,
    answer: 'Internal Server Error',
  },
  {
    section: '§7',
    title: 'a body above the limit is a 413',
    ask: 'POST /posts/small',
    body: 'four+',
    status: 413,
    answer: { detail: 'Content Too Large' },
  },
  {
    section: '§7',
    title: 'a body at the limit is accepted',
    ask: 'POST /posts/small',
    body: 'four',
    status: 200,
    answer: { raw_body_length: 4 },
  },
  {
    section: '§4.3',
    title: 'another declared status goes through its model',
    ask: 'GET /posts/late/answer',
    status: 202,
    answer: { posts: ['x'] },
  },
  {
    section: '§4.3',
    title: 'a redirect has a location and no body',
    ask: 'GET /posts/late/answer?see',
    status: 303,
    answer: '',
    headers: { location: '/posts/1' },
  },
  {
    section: '§4.3',
    title: 'a redirect declared with a model has a location and a body',
    ask: 'GET /posts/late/answer?moved',
    status: 308,
    answer: { posts: ['x'] },
    headers: { location: '/posts/2' },
  },
  {
    section: '§4.3',
    title: 'a raw reply bypasses the model',
    ask: 'GET /posts/late/answer?raw',
    status: 200,
    answer: '<p>',
    headers: { 'content-type': 'text/html' },
  },
  {
    section: '§4.3',
    title: 'a header that would split the response is a 500',
    ask: 'GET /posts/late/answer?split',
    status: 500,
    answer: 'Internal Server Error',
  },
]

for (const scenario of scenarios) {
  test(`${scenario.section} ${scenario.title}`, async () => {
    const response = await ask(scenario)
    const text = await response.text()
    assert.equal(response.status, scenario.status, text)
    if ('answer' in scenario) assert.deepEqual(isJson(response) ? JSON.parse(text) : text, scenario.answer)
    for (const [name, value] of Object.entries(scenario.headers ?? {})) {
      assert.equal(response.headers.get(name), value)
    }
    // Spec §4.4: every response has the grants, whatever its status.
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://app.example')
    assert.match(response.headers.get('vary') ?? '', /Origin/)
  })
}

test('§1 stage 2: the handler is not called for a refused body', async () => {
  called.length = 0
  await ask({ ask: 'POST /posts/json', type: asJson, body: '{"title":""}' })
  await ask({ ask: 'POST /posts/json', type: asJson, body: '{"title":"ok"}' })
  assert.deepEqual(called, ['ok'])
})

test('§4.3.3 the reason why a response does not fit is logged without the value', async () => {
  errorNotices.length = 0
  await ask({ ask: 'GET /posts/8' })
  const [notice] = errorNotices
  assert.equal(notice?.operation, 'read')
  assert.ok(notice !== undefined && 'issues' in notice)
  assert.deepEqual(
    notice.issues.map((issue) => [issue.loc, issue.type, 'input' in issue]),
    [[['response', 'id'], 'int_parsing', false]],
  )
})

test('§7 the reason of a thrown error is logged', async () => {
  errorNotices.length = 0
  await ask({ ask: 'GET /posts/5' })
  assert.match(
    String(errorNotices[0] !== undefined && 'error' in errorNotices[0] && errorNotices[0].error),
    /disk is on fire/,
  )
})

test('§7 the dialect problem writes problem details: RFC 9457', async () => {
  const { routes: operations } = contract({
    title: 'One',
    version: '1',
    routes: { one: routes().post('/one', { body: json(PostCreate), errors: { 404: 'Gone away' } }) },
  })
  const problems = implement(
    contract({ title: 'One', version: '1', routes: operations }),
    { one: ({ fail }) => fail(404) },
    { errors: 'problem' },
  )
  const answers = []
  for (const body of ['{}', '{"title":"a"}']) {
    const request = new Request('http://x/one', { method: 'POST', headers: { 'content-type': asJson }, body })
    const response = await problems.fetch(request)
    assert.equal(response.headers.get('content-type'), 'application/problem+json')
    answers.push(await response.json())
  }
  assert.deepEqual(answers, [
    {
      type: 'about:blank',
      title: 'Unprocessable Content',
      status: 422,
      errors: [{ ...missingTitle, input: {} }],
    },
    { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Gone away' },
  ])
})

test('§7 observers that throw cost no client its response', async () => {
  const broken = () => {
    throw new Error('the log is full')
  }
  const observed = implement(
    contract({ title: 'One', version: '1', routes: { one: routes().get('/one', { response: string() }) } }),
    { one: broken },
    { onError: broken, onAnswer: broken },
  )
  assert.equal((await observed.fetch(new Request('http://x/one'))).status, 500)
})

test('§7 an onAnswer that throws is reported, and breaks neither a response nor the server', async () => {
  const errors: string[] = []
  const { get } = routes()
  const observed = implement(
    contract({
      title: 'Several',
      version: '1',
      routes: {
        soon: get('/soon', { response: string() }),
        late: get('/late', { response: string() }),
        failed: get('/failed', { response: string() }),
      },
    }),
    { soon: () => 'a', late: async () => 'b', failed: () => Promise.reject(new Error('no')) },
    {
      onError: (notice) => errors.push(`${notice.operation} ${'error' in notice && String(notice.error)}`),
      onAnswer() {
        throw new Error('the log is full')
      },
    },
  )
  const answers: string[] = []
  for (const path of ['soon', 'late', 'failed', 'none'])
    answers.push(await (await observed.fetch(new Request(`http://x/${path}`))).text())
  assert.deepEqual(answers, ['"a"', '"b"', 'Internal Server Error', '{"detail":"Not Found"}'])
  const full = 'Error: the log is full'
  const expected = [`soon ${full}`, `late ${full}`, 'failed Error: no', `failed ${full}`, `undefined ${full}`]
  assert.deepEqual(errors, expected)
})

test('§7 observers that reject later break neither a response nor the server', async () => {
  const errors: string[] = []
  const breakLater = () => Promise.reject(new Error('the log is full'))
  const observed = implement(
    contract({ title: 'One', version: '1', routes: { one: routes().get('/one', { response: Length }) } }),
    { one: ({ request }) => (request.query === 'fits' ? { raw_body_length: 1, more: 2 } : breakLater()) },
    {
      onError(notice) {
        errors.push('error' in notice ? String(notice.error) : '')
        return breakLater()
      },
      onAnswer: breakLater,
      onDrop: breakLater,
    },
  )
  const { status } = await observed.fetch(new Request('http://x/one?fits'))
  assert.equal(status, 200)
  assert.equal((await observed.fetch(new Request('http://x/one'))).status, 500)
  // An unhandled rejection would end the process, and this test, after the promises have settled.
  await setImmediate()
  const full = 'Error: the log is full'
  assert.deepEqual(errors, [full, full, full])
})

test('a raw reply that no runtime could send is refused when it is created', () => {
  for (const status of [99, 199, 200.5, 600]) assert.throws(() => rawReply('x', { status }), /use 200 to 599/)
  for (const status of [200, 599]) assert.doesNotThrow(() => rawReply('x', { status }))
  assert.throws(() => rawReply('x', { status: 204 }), /write null/)
  assert.throws(() => rawReply('x', { headers: { 'bad name': 'x' } }), /cannot be named/)
})

test('onAnswer receives every request once', async () => {
  const notices: unknown[] = []
  const start = performance.now()
  const isWithin = (milliseconds: number) => milliseconds > 0 && milliseconds <= performance.now() - start
  const observed = implement(
    contract({ title: 'One', version: '1', routes: { one: routes().get('/one', { response: string() }) } }),
    { one: () => 'é' },
    {
      onAnswer: ({ incoming, operation, status, bytes, milliseconds }) =>
        notices.push([incoming.path, operation, status, bytes, isWithin(milliseconds)]),
    },
  )
  await observed.fetch(new Request('http://x/one'))
  await observed.fetch(new Request('http://x/two'))
  assert.deepEqual(notices, [
    ['/one', 'one', 200, 4, true],
    ['/two', undefined, 404, 22, true],
  ])
})

// table: a preflight's path and origin, the status of its response, and the origin that it grants.
const preflights: readonly (readonly [
  path: string,
  origin: string,
  status: number,
  granted: string | null,
])[] = [
  ['/one', 'https://app.example', 200, 'https://app.example'],
  ['/nowhere', 'https://app.example', 200, 'https://app.example'],
  ['/one', 'https://foreign.example', 403, null],
]

for (const [path, origin, status, granted] of preflights) {
  test(`§4.4 a preflight from ${origin} gets its response without a lookup of ${path}, and onAnswer receives it`, async () => {
    const notices: unknown[] = []
    const observed = implement(
      contract({ title: 'One', version: '1', routes: { one: routes().get('/one', {}) } }),
      { one: () => assert.fail('A preflight asks for nothing') },
      {
        cors: { allowOrigins: ['https://app.example'] },
        onAnswer: (notice) => notices.push([notice.incoming.method, notice.operation, notice.status]),
      },
    )
    const headers = { origin, 'access-control-request-method': 'GET' }
    const answer = await observed.fetch(new Request(`http://x${path}`, { method: 'OPTIONS', headers }))
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('access-control-allow-origin'), granted)
    assert.deepEqual(notices, [['OPTIONS', undefined, status]])
  })
}

function ask({ ask: target, type, body }: Pick<Scenario, 'ask' | 'type' | 'body'>): Promise<Response> {
  const [method = '', path = ''] = target.split(' ')
  const headers = new Headers({ origin: 'https://app.example' })
  if (type !== undefined) headers.set('content-type', type)
  return api.fetch(new Request(`http://api.example${path}`, { method, headers, body: body ?? null }))
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type') === 'application/json'
}
