import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, integer, Model, nullable, string } from '@postern/model'
import {
  contract,
  type ErrorDialect,
  type ErrorNotice,
  errorDialect,
  HttpError,
  implement,
  json,
  type ReportedFailure,
  routes,
  tokenFrom,
} from '../index.ts'

class Post extends Model({ title: string({ minLength: 2 }) }) {}
class Taken extends Model({ taken: string() }) {}
class Mistake extends Model({ code: integer(), title: string(), rest: nullable(any()) }) {}

const { get, post } = routes()
const declared = contract({
  title: 'Failures',
  version: '1',
  routes: {
    create: post('/post', { body: json(Post, { limit: 100 }), query: { n: integer({ default: 0 }) } }),
    guarded: get('/guarded', { security: tokenFrom({}) }),
    fails: get('/fails/{how}', {
      params: { how: string() },
      response: Post,
      errors: {
        402: 'Nothing for nothing',
        404: 'No such post',
        409: 'Clash',
        410: Taken,
        499: 'Odd',
        599: 'Odder',
        503: 'Come back later',
      },
    }),
  },
})

const origin = 'https://app.example'

function apiIn(errors: ErrorDialect, onError: (notice: ErrorNotice) => void = () => undefined) {
  return implement(
    declared,
    {
      create: () => null,
      guarded: () => null,
      fails({ params: { how }, fail }) {
        if (how === 'text') return fail(404)
        if (how === 'rare') return fail(402)
        if (how === 'object') return fail(409, { a: 1n })
        if (how === 'list') return fail(409, ['a', 'b'], { 'X-Clash': '2', Vary: 'Cookie' })
        if (how === 'model') return fail(410, { taken: 'title' })
        if (how === 'odd') return fail(499, 'Request Failed')
        if (how === 'odder') return fail(599, 'Server Error')
        if (how === 'thrown') throw new HttpError(503, { detail: 'Later', headers: { 'Retry-After': '5' } })
        if (how === 'undeclared') throw new HttpError(418, { detail: 'hunter2' })
        if (how === 'misfit') return { title: JSON.parse('5') }
        throw new Error('hunter2')
      },
    },
    { errors, onError, authenticate: () => null, cors: { allowOrigins: [origin] } },
  )
}

const own = errorDialect({
  schema: Mistake,
  mediaType: 'application/vnd.mistake+json',
  render: ({ status, title, ...rest }) => ({ code: status, title, rest }),
})

const dialects = { fastapi: 'fastapi', problem: 'problem', negotiated: 'negotiated', own } as const

const ofJson = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
})
const wrongTitle = {
  type: 'string_too_short',
  loc: ['body', 'title'],
  msg: 'String should have at least 2 characters',
  input: '',
  ctx: { min_length: 2 },
}
const wrongQuery = {
  type: 'int_parsing',
  loc: ['query', 'n'],
  msg: 'Input should be a valid integer, unable to parse string as an integer',
  input: 'x',
}
const malformed = {
  type: 'json_invalid',
  loc: ['body', 9],
  msg: 'JSON decode error',
  input: {},
  ctx: { error: 'Expecting value' },
}

interface Expected {
  readonly status: number
  readonly title: string
  /** The detail in FastAPI's body. */
  readonly detail?: unknown
  /** The members of problem details beyond type, title and status. */
  readonly problem?: object
  /** The further parts that a custom dialect receives. */
  readonly rest: Omit<ReportedFailure, 'status' | 'title'>
}

const text = (status: number, title: string, detail: string): Expected => ({
  status,
  title,
  detail,
  problem: detail === title ? {} : { detail },
  rest: { detail },
})
const issues = (...given: object[]): Expected => ({
  status: 422,
  title: 'Unprocessable Content',
  detail: given,
  problem: { errors: given },
  rest: { issues: given as never },
})
const crash: Expected = { status: 500, title: 'Internal Server Error', rest: {} }

const provocations: readonly [string, string, RequestInit, Expected][] = [
  ['an unknown path', '/nowhere', {}, text(404, 'Not Found', 'Not Found')],
  ['another method', '/post', {}, text(405, 'Method Not Allowed', 'Method Not Allowed')],
  [
    'a body beyond its limit',
    '/post',
    ofJson(`"${'x'.repeat(200)}"`),
    text(413, 'Content Too Large', 'Content Too Large'),
  ],
  [
    'a body that is not UTF-8',
    '/post',
    { ...ofJson(''), body: new Uint8Array([0x22, 0xff]) },
    text(400, 'Bad Request', 'There was an error parsing the body'),
  ],
  ['a wrong body and a wrong parameter', '/post?n=x', ofJson('{"title":""}'), issues(wrongQuery, wrongTitle)],
  ['malformed JSON', '/post', ofJson('{"title":'), issues(malformed)],
  ['no token', '/guarded', {}, text(401, 'Unauthorized', 'Not authenticated')],
  ['a failure declared with a text', '/fails/text', {}, text(404, 'Not Found', 'No such post')],
  [
    'a failure declared with a rare status',
    '/fails/rare',
    {},
    text(402, 'Payment Required', 'Nothing for nothing'),
  ],
  ['an unknown client error status', '/fails/odd', {}, text(499, 'Request Failed', 'Request Failed')],
  ['an unknown server error status', '/fails/odder', {}, text(599, 'Server Error', 'Server Error')],
  [
    'an object as detail that JSON cannot express',
    '/fails/object',
    {},
    {
      status: 409,
      title: 'Conflict',
      detail: { a: 1 },
      problem: { errors: [{ a: 1 }] },
      rest: { detail: { a: 1 } },
    },
  ],
  [
    'a list as detail',
    '/fails/list',
    {},
    {
      status: 409,
      title: 'Conflict',
      detail: ['a', 'b'],
      problem: { errors: ['a', 'b'] },
      rest: { detail: ['a', 'b'] },
    },
  ],
  ['a thrown failure', '/fails/thrown', {}, text(503, 'Service Unavailable', 'Later')],
  ['a crash', '/fails/crash', {}, crash],
  ['a status that is not declared', '/fails/undeclared', {}, crash],
  ['a response that does not fit its model', '/fails/misfit', {}, crash],
]

const accepts: readonly [string | undefined, boolean][] = [
  [undefined, false],
  ['application/json', false],
  ['*/*', false],
  ['application/problem+json', true],
  ['application/json;q=0.4, application/problem+json;q=0.5', true],
]

for (const [name, errors] of Object.entries(dialects)) {
  const api = apiIn(errors)
  for (const [title, target, init, expected] of provocations) {
    for (const [accept, likesProblem] of accepts) {
      test(`§7 ${title}, Accept: ${accept ?? 'nothing'}, is written as ${name}`, async () => {
        const headers = new Headers(init.headers)
        headers.set('origin', origin)
        if (accept !== undefined) headers.set('accept', accept)
        const answer = await api.fetch(new Request(`http://api.example${target}`, { ...init, headers }))
        const form = name === 'negotiated' ? (likesProblem ? 'problem' : 'fastapi') : name
        assert.equal(answer.status, expected.status)
        assert.equal(answer.headers.get('access-control-allow-origin'), origin)
        const vary = (answer.headers.get('vary') ?? '').split(', ')
        assert.equal(vary.includes('Accept'), name === 'negotiated')
        assert.ok(vary.includes('Origin'))
        assert.equal(answer.headers.get('content-type'), contentTypeIn(form, expected))
        assert.equal(await answer.text(), bodyIn(form, expected))
      })
    }
  }

  test(`§7 a failure keeps its headers, as ${name}`, async () => {
    const carried = async (target: string, header: string) =>
      (await api.fetch(new Request(`http://api.example${target}`))).headers.get(header)
    assert.deepEqual(
      await Promise.all([
        carried('/post', 'allow'),
        carried('/guarded', 'www-authenticate'),
        carried('/fails/thrown', 'retry-after'),
        carried('/fails/list', 'x-clash'),
        carried('/fails/list', 'vary'),
      ]),
      ['POST', 'Bearer', '5', '2', name === 'negotiated' ? 'Cookie, Accept, Origin' : 'Cookie, Origin'],
    )
  })

  test(`§7 a failure declared with a model is sent as it is, and does not vary on Accept, as ${name}`, async () => {
    const headers = { accept: 'application/problem+json' }
    const answer = await api.fetch(new Request('http://api.example/fails/model', { headers }))
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type'), answer.headers.get('vary'), await answer.text()],
      [410, 'application/json', 'Origin', '{"taken":"title"}'],
    )
  })
}

function contentTypeIn(form: string, { detail }: Expected): string {
  if (form === 'own') return 'application/vnd.mistake+json'
  if (form === 'problem') return 'application/problem+json'
  return detail === undefined ? 'text/plain; charset=utf-8' : 'application/json'
}

function bodyIn(form: string, { status, title, detail, problem, rest }: Expected): string {
  if (form === 'own') return JSON.stringify({ code: status, title, rest })
  if (form === 'problem') return JSON.stringify({ type: 'about:blank', title, status, ...problem })
  return detail === undefined ? title : JSON.stringify({ detail })
}
