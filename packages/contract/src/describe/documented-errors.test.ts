import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, integer, type JsonSchema, list, Model, nullable, string } from '@postern/model'
import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  type ApiOptions,
  contract,
  errorDialect,
  HttpError,
  implement,
  json,
  multipart,
  raw,
  routes,
  tokenFrom,
} from '../index.ts'

class Post extends Model({ title: string({ minLength: 2 }), word: string({ secret: true, default: 'a' }) }) {}
class Taken extends Model({ taken: string() }) {}
class Issue extends Model({ loc: string(), input: nullable(any(), { default: null }) }) {}
class Mistake extends Model({ code: integer(), say: string(), issues: list(Issue) }) {}

const { get, post, put } = routes({ prefix: '/v' })
const declared = contract({
  title: 'Errors',
  version: '1',
  routes: {
    create: post('/json', { body: json(Post, { limit: 200 }), response: Post, status: 201 }),
    upload: post('/multipart', { body: multipart(Post), response: Post }),
    measure: post('/raw', { body: raw({ limit: 4 }) }),
    find: get('/find/{id}', {
      params: { id: integer() },
      query: { q: integer() },
      headers: { x_count: integer() },
      cookies: { visits: integer() },
      response: Post,
    }),
    guarded: put('/guarded', { security: tokenFrom({ cookie: 'sid' }) }),
    fails: get('/fails/{how}', {
      params: { how: string() },
      response: Post,
      errors: { 404: 'No such post', 409: Taken, 422: 'Too odd', 503: 'Come back later' },
    }),
  },
})

const failures: Readonly<Record<string, () => never>> = {
  crash() {
    throw new Error('the disk is on fire')
  },
  undeclared() {
    throw new HttpError(418)
  },
  unavailable() {
    throw new HttpError(503, { headers: { 'Retry-After': '5' } })
  },
}

const byModel = errorDialect({
  schema: Mistake,
  mediaType: 'application/vnd.mistake+json',
  render: ({ status, title, detail, issues = [] }) => ({
    code: status,
    say: typeof detail === 'string' ? detail : title,
    issues: issues.map(({ loc, input }) => ({ loc: loc.join('.'), input: input ?? null })),
  }),
})
const bySchema = errorDialect({
  schema: {
    title: 'Sorry',
    type: 'object',
    properties: { sorry: { type: 'string' }, about: { type: 'array', items: { type: 'string' } } },
    required: ['sorry'],
    additionalProperties: false,
  },
  render: ({ title, issues }) => ({ sorry: title, about: issues?.map(({ msg }) => msg) }),
})

type Dialect = Pick<ApiOptions<never>, 'errors' | 'errorInput' | 'documents'>

/** Every way of writing failures: its name, its options, the Accept of requests, and the component of a plain failure. */
const dialects: readonly [string, Dialect, string, string][] = [
  ['fastapi', { errors: 'fastapi' }, '*/*', 'HTTPError'],
  ['fastapi, redacted', { errors: 'fastapi', errorInput: 'redacted' }, '*/*', 'HTTPError'],
  ['fastapi without input', { errorInput: 'none' }, '*/*', 'HTTPError'],
  ['problem', { errors: 'problem' }, '*/*', 'Problem'],
  ['problem, redacted', { errors: 'problem', errorInput: 'redacted' }, '*/*', 'Problem'],
  ['problem without input', { errors: 'problem', errorInput: 'none' }, '*/*', 'Problem'],
  ['negotiated', { errors: 'negotiated' }, 'application/json', 'HTTPError'],
  ['negotiated problem', { errors: 'negotiated' }, 'application/problem+json', 'Problem'],
  [
    'negotiated problem without input',
    { errors: 'negotiated', errorInput: 'none' },
    'application/problem+json',
    'Problem',
  ],
  ['a custom model', { errors: byModel }, '*/*', 'Mistake'],
  ['a custom model, redacted', { errors: byModel, errorInput: 'redacted' }, '*/*', 'Mistake'],
  ['a custom schema', { errors: bySchema }, '*/*', 'Sorry'],
  [
    'type arrays and one component for each model',
    { errors: byModel, documents: { nullable: 'type-array', separateInputOutput: false } },
    '*/*',
    'Mistake',
  ],
]

function apiWith(options: Dialect) {
  return implement(
    declared,
    {
      create: ({ body }) => body,
      upload: ({ body }) => body,
      measure: () => null,
      find: () => ({ title: 'Hello' }),
      guarded: () => null,
      fails({ params, fail }) {
        if (params.how === 'text') return fail(404)
        if (params.how === 'object') return fail(404, { reason: 'gone', since: 2020 })
        if (params.how === 'list') return fail(404, ['a', 'b'])
        if (params.how === 'model') return fail(409, { taken: 'title' })
        if (params.how === 'odd') return fail(422)
        return failures[params.how]?.() ?? { title: JSON.parse('5') }
      },
    },
    { ...options, authenticate: () => null },
  )
}

const asJson = { 'content-type': 'application/json' }
const post200 = (body: string, headers: Record<string, string> = asJson) => ({
  method: 'POST',
  body,
  headers,
})

const provocations: readonly [string, string, string, RequestInit, number][] = [
  ['a missing field', '/json', '/json', post200('{}'), 422],
  ['several issues', '/json', '/json', post200('{"title":"","word":5}'), 422],
  [
    'a form instead of JSON',
    '/json',
    '/json',
    post200('title=ab', { 'content-type': 'application/x-www-form-urlencoded' }),
    422,
  ],
  ['no body at all', '/json', '/json', { method: 'POST' }, 422],
  ['JSON cut short', '/json', '/json', post200('{"title":'), 422],
  ['NaN, which is not JSON', '/json', '/json', post200('{"title":NaN}'), 422],
  ['an integer that would be rounded', '/json', '/json', post200('{"title":12345678901234567890}'), 422],
  ['a lone surrogate', '/json', '/json', post200('{"title":"\\ud800a"}'), 422],
  [
    'bytes that are not UTF-8',
    '/json',
    '/json',
    { method: 'POST', headers: asJson, body: new Uint8Array([0x22, 0xff, 0x22]) },
    400,
  ],
  [
    'a multipart body without parts',
    '/multipart',
    '/multipart',
    post200('nonsense', { 'content-type': 'multipart/form-data; boundary=x' }),
    400,
  ],
  ['a body beyond its limit', '/json', '/json', post200(`{"title":"${'x'.repeat(300)}"}`), 413],
  ['raw bytes beyond their limit', '/raw', '/raw', post200('12345'), 413],
  [
    'every parameter wrong',
    '/find/{id}',
    '/find/x?q=y',
    { headers: { 'x-count': 'z', cookie: 'visits=v' } },
    422,
  ],
  ['every parameter missing', '/find/{id}', '/find/1', {}, 422],
  ['no token', '/guarded', '/guarded', { method: 'PUT' }, 401],
  [
    'an invalid token',
    '/guarded',
    '/guarded',
    { method: 'PUT', headers: { authorization: 'Bearer x' } },
    401,
  ],
  [
    'a cookie from another origin',
    '/guarded',
    '/guarded',
    { method: 'PUT', headers: { cookie: 'sid=1', origin: 'https://evil.example' } },
    403,
  ],
  ['a failure declared with a text', '/fails/{how}', '/fails/text', {}, 404],
  ['a declared failure with an object as detail', '/fails/{how}', '/fails/object', {}, 404],
  ['a declared failure with a list as detail', '/fails/{how}', '/fails/list', {}, 404],
  ['a failure declared with a model', '/fails/{how}', '/fails/model', {}, 409],
  ['a 422 from the handler', '/fails/{how}', '/fails/odd', {}, 422],
  ['a declared failure that is thrown', '/fails/{how}', '/fails/unavailable', {}, 503],
  ['a handler that throws', '/fails/{how}', '/fails/crash', {}, 500],
  ['a status that is not declared', '/fails/{how}', '/fails/undeclared', {}, 500],
  ['a response that does not fit its model', '/fails/{how}', '/fails/misfit', {}, 500],
]

for (const [dialect, options, accept, component] of dialects) {
  const api = apiWith(options)
  const ask = (target: string, init: RequestInit) => {
    const request = new Request(`http://api.example${target}`, init)
    request.headers.set('accept', accept)
    return api.fetch(request)
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', ...api.document })

  for (const [title, path, target, init, status] of provocations) {
    test(`§7 ${title} gets the documented ${status}, as ${dialect}`, async () => {
      const answer = await ask(`/v${target}`, init)
      assert.equal(answer.status, status)
      const pointer = [
        'paths',
        `/v${path}`,
        (init.method ?? 'GET').toLowerCase(),
        'responses',
        String(status),
        'content',
      ]
      const mediaType = (answer.headers.get('content-type') ?? '').replace(/;.*/, '')
      const content = at(api.document, pointer)
      assert.ok(
        Object.hasOwn(Object(content), mediaType),
        `${mediaType} is not among ${JSON.stringify(content)}`,
      )
      const text = await answer.text()
      const body: unknown = mediaType.startsWith('text/') ? text : JSON.parse(text)
      // FastAPI's own schema does not require the detail of a 422.
      if (component === 'HTTPError' && mediaType === 'application/json' && status !== 409)
        assert.deepEqual(Object.keys(Object(body)), ['detail'])
      assertFits(`document#/${[...pointer, mediaType, 'schema'].map(escaped).join('/')}`, body)
    })
  }

  const unmatched: readonly [string, RequestInit, number][] = [
    ['/nowhere', {}, 404],
    ['/v/json', { method: 'DELETE' }, 405],
  ]
  for (const [target, init, status] of unmatched) {
    test(`§7 a request without an operation gets a ${status} of the same schema, as ${dialect}`, async () => {
      const answer = await ask(target, init)
      assert.equal(answer.status, status)
      assertFits(`document#/components/schemas/${component}`, await answer.json())
    })
  }

  test(`§7 the documented issue has the input that is sent, as ${dialect}`, async () => {
    const { errorInput = 'full' } = options
    const issue = at(api.document, ['components', 'schemas', 'ValidationError', 'properties'])
    if (typeof options.errors === 'object') return assert.equal(issue, undefined)
    const answer = await ask('/v/json', post200('{"title":""}'))
    const { detail, errors = detail } = Object(await answer.json())
    const sent = { full: '', redacted: '***', none: undefined }[errorInput]
    assert.equal(errors[0].input, sent)
    assert.equal('input' in errors[0], 'input' in Object(issue))
    assert.equal(at(Object(issue), ['input', 'const']), errorInput === 'redacted' ? '***' : undefined)
  })

  function assertFits(reference: string, body: unknown): void {
    const validate = ajv.compile({ $ref: reference })
    assert.ok(validate(body), `${JSON.stringify(body)}: ${ajv.errorsText(validate.errors)}`)
  }
}

function at(document: JsonSchema, names: readonly string[]): unknown {
  return names.reduce<unknown>((part, name) => (part as JsonSchema | undefined)?.[name], document)
}

/** RFC 6901 §3 and §6. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
