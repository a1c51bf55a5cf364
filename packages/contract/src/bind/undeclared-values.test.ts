import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, test } from 'node:test'
import {
  after as afterwards,
  before as beforehand,
  integer,
  list,
  Model,
  type Rejection,
  reject,
  string,
} from '@postern/model'
import { serve } from '../adapters/node.ts'
import { contract, implement, routes } from '../index.ts'

const headers = { host: string(), connection: string({ default: '' }), x_token: string({ alias: 'X-Token' }) }
const cookies = { sid: string(), n: integer({ default: 0 }) }
class Headers extends Model(headers, { extra: 'forbid' }) {}
class Cookies extends Model(cookies, { extra: 'forbid' }) {}
class OpenHeaders extends Model({ x_many: list(string(), { default: [] }) }, { extra: 'allow' }) {}
class OpenCookies extends Model(cookies, { extra: 'allow', check: [afterwards(refuseThief)] }) {}
class Counts extends Model({ n: list(integer(), { minItems: 2 }) }) {}
class Page extends Model({ size: integer({ alias: 'pageSize' }) }, { extra: 'forbid' }) {}
class LooseCookies extends Model(cookies) {}
const traced = { trace: integer({ alias: 'x-trace-id' }) }
class EitherName extends Model(traced, { populateByName: true }) {}
class EitherNameAlone extends Model(traced, { populateByName: true, extra: 'forbid' }) {}
class AliasAlone extends Model(traced) {}
class Renamed extends Model(traced, {
  check: [beforehand((input) => ({ 'x-trace-id': Object(input).request, ...Object(input) }))],
}) {}

function refuseThief<Sent extends object>(cookies: Sent): Sent | Rejection {
  return 'thief' in cookies ? reject('No thieves') : cookies
}

const { get } = routes()
const api = implement(
  contract({
    title: 'Names',
    version: '1',
    routes: {
      headers: get('/headers', { headers: Headers, response: Headers }),
      openHeaders: get('/open-headers', { headers: OpenHeaders, response: OpenHeaders }),
      cookies: get('/cookies', { cookies: Cookies, response: Cookies }),
      openCookies: get('/open-cookies', { cookies: OpenCookies, response: OpenCookies }),
      looseCookies: get('/loose-cookies', { cookies: LooseCookies, response: LooseCookies }),
      tracedHeaders: get('/traced-headers', { headers: EitherName, response: EitherName }),
      tracedCookies: get('/traced-cookies', { cookies: EitherName, response: EitherName }),
      tracedAlone: get('/traced-alone', { cookies: EitherNameAlone, response: EitherNameAlone }),
      counts: get('/counts', { headers: Counts, response: Counts }),
      page: get('/page', { query: Page, response: Page }),
      aliasAlone: get('/alias-alone', { headers: AliasAlone, response: AliasAlone }),
      renamedHeaders: get('/renamed-headers', { headers: Renamed, response: AliasAlone }),
      renamedCookies: get('/renamed-cookies', { cookies: Renamed, response: AliasAlone }),
    },
  }),
  {
    headers: ({ headers }) => headers,
    openHeaders: ({ headers }) => headers,
    cookies: ({ cookies }) => cookies,
    openCookies: ({ cookies }) => cookies,
    looseCookies: ({ cookies }) => cookies,
    tracedHeaders: ({ headers }) => headers,
    tracedCookies: ({ cookies }) => cookies,
    tracedAlone: ({ cookies }) => cookies,
    counts: ({ headers }) => headers,
    page: ({ query }) => query,
    aliasAlone: ({ headers }) => headers,
    renamedHeaders: ({ headers }) => headers,
    renamedCookies: ({ cookies }) => cookies,
  },
)

const server = await serve(api, { port: 0 })
after(() => server.close(0))

const refused = (place: string, name: string) => ({
  type: 'extra_forbidden',
  loc: [place, name],
  msg: 'Extra inputs are not permitted',
  input: '***',
})
const missing = (place: string, name: string, input: object) => ({
  type: 'missing',
  loc: [place, name],
  msg: 'Field required',
  input,
})
const sent = { host: 'x', connection: 'close', 'x-token': 'a' }

// table: a path, the headers of the request, the status and the body of the response: those of FastAPI, with secrets hidden.
const asked: readonly (readonly [string, Record<string, string | string[]>, number, unknown])[] = [
  ['/traced-headers', { trace: '5' }, 200, { 'x-trace-id': 5 }],
  ['/traced-headers', { 'X-Trace-Id': '5' }, 200, { 'x-trace-id': 5 }],
  ['/traced-cookies', { cookie: 'trace=5; b=c' }, 200, { 'x-trace-id': 5 }],
  [
    '/traced-alone',
    { cookie: 'trace=x; b=c' },
    422,
    {
      detail: [
        {
          type: 'int_parsing',
          loc: ['cookie', 'trace'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          input: 'x',
        },
        refused('cookie', 'b'),
      ],
    },
  ],
  ['/renamed-headers', { Request: '5', 'x-more': '1' }, 200, { 'x-trace-id': 5 }],
  ['/renamed-headers', { Request: '5', 'X-Trace-Id': '6' }, 200, { 'x-trace-id': 6 }],
  ['/renamed-cookies', { cookie: 'request=5; b=c' }, 200, { 'x-trace-id': 5 }],
  ['/renamed-cookies', { cookie: 'b=c' }, 422, { detail: [missing('cookie', 'x-trace-id', { b: '***' })] }],
  ['/alias-alone', { trace: '5' }, 422, { detail: [missing('header', 'x-trace-id', { trace: '5' })] }],
  [
    '/headers',
    JSON.parse('{"host": "x", "connection": "close", "x-token": "a", "__proto__": "b"}'),
    422,
    { detail: [refused('header', '__proto__')] },
  ],
  ['/headers', sent, 200, { host: 'x', connection: 'close', 'X-Token': 'a' }],
  [
    '/headers',
    { ...sent, authorization: 'Bearer b', 'X-More': ['1', '2'] },
    422,
    { detail: [refused('header', 'authorization'), refused('header', 'x-more')] },
  ],
  [
    '/headers',
    { host: 'x', connection: 'close', cookie: 'sid=a' },
    422,
    {
      detail: [
        missing('header', 'X-Token', { host: 'x', connection: 'close', cookie: '***' }),
        refused('header', 'cookie'),
      ],
    },
  ],
  [
    '/open-headers',
    { ...sent, 'x-many': ['1', '2'], 'x-more': ['1', '2'] },
    200,
    { x_many: ['1', '2'], host: 'x', connection: 'close', 'x-token': 'a', 'x-more': ['1', '2'] },
  ],
  [
    '/counts',
    { n: '1' },
    422,
    {
      detail: [
        {
          type: 'too_short',
          loc: ['header', 'n'],
          msg: 'List should have at least 2 items after validation, not 1',
          input: ['1'],
          ctx: { field_type: 'List', min_length: 2, actual_length: 1 },
        },
      ],
    },
  ],
  ['/cookies', { cookie: 'sid=a; n=1' }, 200, { sid: 'a', n: 1 }],
  ['/cookies', { cookie: 'sid=a; z=1' }, 422, { detail: [refused('cookie', 'z')] }],
  [
    '/cookies',
    { cookie: 'z=1; n=x' },
    422,
    {
      detail: [
        missing('cookie', 'sid', { n: 'x', z: '***' }),
        {
          type: 'int_parsing',
          loc: ['cookie', 'n'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          input: 'x',
        },
        refused('cookie', 'z'),
      ],
    },
  ],
  ['/open-cookies', { cookie: 'sid=a; z=1' }, 200, { sid: 'a', n: 0, z: '1' }],
  [
    '/open-cookies',
    { cookie: 'sid=a; thief=1' },
    422,
    {
      detail: [
        {
          type: 'value_error',
          loc: ['cookie'],
          msg: 'Value error, No thieves',
          input: { n: 0, sid: 'a', thief: '***' },
          ctx: { error: {} },
        },
      ],
    },
  ],
  ['/loose-cookies', { cookie: 'sid=a; z=1' }, 200, { sid: 'a', n: 0 }],
  ['/page?pageSize=1', {}, 200, { pageSize: 1 }],
  ['/page?pageSize=1&pagesize=2', {}, 422, { detail: [{ ...refused('query', 'pagesize'), input: '2' }] }],
]

for (const [path, given, status, answer] of asked) {
  test(`${path} with ${JSON.stringify(given)} is a ${status}`, async () => {
    assert.deepEqual(await ask(path, given), [status, answer])
  })
}

function ask(path: string, headers: Record<string, string | string[]>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const options = { port: server.port, path, headers: { connection: 'close', ...headers } }
    const sending = request(options, (response) => {
      response.toArray().then((pieces) => resolve([response.statusCode, JSON.parse(pieces.join(''))]), reject)
    })
    sending.on('error', reject)
    sending.end()
  })
}

// table: headers and the response in a host with Fetch requests; only a request that was sent over a connection has a Host header.
const fetched: readonly (readonly [Record<string, string>, number, unknown])[] = [
  [{ 'x-token': 'a' }, 200, { host: 'x.example', connection: '', 'X-Token': 'a' }],
  [{ 'x-token': 'a', host: 'y.example' }, 200, { host: 'y.example', connection: '', 'X-Token': 'a' }],
  [{ 'x-token': 'a', 'x-more': '1' }, 422, { detail: [refused('header', 'x-more')] }],
]

for (const [headers, status, answer] of fetched) {
  test(`through fetch, /headers with ${JSON.stringify(headers)} is a ${status}`, async () => {
    const response = await api.fetch(new Request('http://x.example/headers', { headers }))
    assert.deepEqual([response.status, await response.json()], [status, answer])
  })
}

test('through fetch, an open model of headers also contains the host, which comes from the URL', async () => {
  const response = await api.fetch(
    new Request('http://x.example/open-headers', { headers: { 'x-more': '1' } }),
  )
  assert.deepEqual(await response.json(), { x_many: [], host: 'x.example', 'x-more': '1' })
})
