import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { after, test } from 'node:test'
import { integer, Model, string } from '@postern/model'
import { serve } from '../src/adapters/node.ts'
import { contract, HttpError, implement, json, raw, rawReply, routes, tokenFrom } from '../src/index.ts'
import { breakingStream } from './breaking-stream.ts'

class Post extends Model({ id: integer() }) {}
class PostCreate extends Model({ title: string({ minLength: 1 }) }) {}

const APP = 'https://app.example'
const { get, post, delete: remove } = routes()
const errors = { 404: 'No such post', 429: 'Too many requests', 503: 'Later' }

const api = implement(
  contract({
    title: 'Every answer',
    version: '1',
    routes: {
      read: get('/read', { response: Post }),
      create: post('/create', { status: 201, body: json(PostCreate), response: Post }),
      remove: remove('/remove', { status: 204 }),
      see: get('/see', { responses: { 303: 'See there', 307: 'Go there' } }),
      same: get('/same', { responses: { 304: 'Not modified' } }),
      missing: get('/missing', { errors }),
      busy: get('/busy', { errors }),
      later: get('/later', { errors }),
      protect: get('/protected', { response: Post, security: tokenFrom({ cookie: 'session' }) }),
      small: post('/small', { body: raw({ limit: 4 }), response: Post }),
      crash: get('/crash', { response: Post }),
      reject: get('/reject', { response: Post }),
      undeclared: get('/undeclared', { response: Post }),
      misfit: get('/misfit', { response: Post }),
      stream: get('/stream', {}),
      broken: get('/broken', {}),
      brokenAtOnce: get('/broken-at-once', {}),
      own: get('/own', {}),
    },
  }),
  {
    read: () => ({ id: 1 }),
    create: ({ reply }) => reply(201, { id: 1 }, { headers: { Location: '/read' } }),
    remove: () => null,
    see: ({ reply, request: { query } }) =>
      reply(query === '307' ? 307 : 303, null, { headers: { location: '/read' } }),
    same: ({ reply }) => reply(304, null, { headers: { etag: '"1"' } }),
    missing: ({ fail }) => fail(404),
    busy: () => {
      throw new HttpError(429, { headers: { 'Retry-After': '9' } })
    },
    later: ({ fail }) => fail(503),
    protect: ({ user }) => user,
    small: ({ body }) => ({ id: body.length }),
    crash: () => {
      throw new Error('on fire')
    },
    reject: () => Promise.reject(new Error('on fire, later')),
    undeclared: () => {
      throw new HttpError(418)
    },
    misfit: () => ({ id: JSON.parse('"one"') }),
    stream: () => rawReply(new Blob(['one ', 'two']).stream()),
    broken: () => rawReply(breakingStream('the first half')),
    brokenAtOnce: () => rawReply(breakingStream()),
    own: () => rawReply('mine', { headers: { 'Access-Control-Allow-Origin': '*', Vary: 'Accept' } }),
  },
  {
    cors: { allowOrigins: [APP], allowCredentials: true, exposeHeaders: ['Location'] },
    authenticate: (token: string) => (token === 'good' ? { id: 1 } : null),
    onError: () => undefined,
  },
)

interface Ask {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders | Readonly<Record<string, string>>
  /** Undefined if the response broke off. */
  readonly body: string | undefined
}

const asJson = { 'content-type': 'application/json' }

type Row = readonly [status: number, why: string, ask: string, sent?: Omit<Ask, 'method' | 'path'>]

const ROWS: readonly Row[] = [
  [200, 'a success', 'GET /read'],
  [200, 'HEAD', 'HEAD /read'],
  [200, 'a stream', 'GET /stream'],
  [200, 'a stream that breaks', 'GET /broken'],
  [200, 'a stream that breaks at once', 'GET /broken-at-once'],
  [200, 'the document', 'GET /openapi.json'],
  [200, 'a page of documentation', 'GET /docs'],
  [201, 'a creation', 'POST /create', { headers: asJson, body: '{"title":"a"}' }],
  [204, 'no content', 'DELETE /remove'],
  [303, 'a redirect', 'GET /see?303'],
  [304, 'not modified', 'GET /same'],
  [307, 'a redirect that keeps its method', 'GET /see?307'],
  [401, 'no token', 'GET /protected'],
  [401, 'a bad token', 'GET /protected', { headers: { authorization: 'Bearer bad' } }],
  [404, 'an unknown path', 'GET /nowhere'],
  [404, 'a declared failure', 'GET /missing'],
  [405, 'an unknown method', 'PUT /read'],
  [405, 'an OPTIONS that is not a preflight', 'OPTIONS /read'],
  [413, 'a body that is too large', 'POST /small', { headers: {}, body: 'four+' }],
  [422, 'a body that does not fit', 'POST /create', { headers: asJson, body: '{"title":""}' }],
  [422, 'a body that is not JSON', 'POST /create', { headers: asJson, body: '{' }],
  [429, 'too many requests', 'GET /busy'],
  [500, 'a handler that throws', 'GET /crash'],
  [500, 'a handler that rejects', 'GET /reject'],
  [500, 'a failure that is not declared', 'GET /undeclared'],
  [500, 'a response that does not fit its model', 'GET /misfit'],
  [503, 'unavailable', 'GET /later'],
]

const TRANSPORTS: Readonly<Record<string, (ask: Ask) => Promise<Answered>>> = {
  node: askSocket,
  fetch: askFetch,
}

const server = await serve(api, { port: 0 })
after(() => server.close(0))

for (const [transport, send] of Object.entries(TRANSPORTS)) {
  for (const [status, why, ask, sent = { headers: {} }] of ROWS) {
    test(`§4.4 through ${transport}, ${status} has its grants: ${why}`, async () => {
      const [method = '', path = ''] = ask.split(' ')
      const from = (origin: Record<string, string>) =>
        send({ method, path, ...sent, headers: { ...sent.headers, ...origin } })
      const granted = await from({ origin: APP })
      assert.equal(granted.status, status, granted.body)
      assert.deepEqual(policyHeaders(granted), [APP, 'true', 'Location', 'Origin'])
      for (const origin of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
        const refused = await from(origin)
        assert.equal(refused.status, status)
        assert.deepEqual(policyHeaders(refused), [undefined, undefined, undefined, 'Origin'])
      }
    })
  }

  test(`§4.4 through ${transport}, grants from a handler are not sent, and its Vary is kept`, async () => {
    const answered = await send({ method: 'GET', path: '/own', headers: { origin: APP } })
    assert.deepEqual(policyHeaders(answered), [APP, 'true', 'Location', 'Accept, Origin'])
  })

  test(`§4.4 through ${transport}, a stream that breaks is cut off after its grants, not completed`, async () => {
    for (const path of ['/broken', '/broken-at-once']) {
      const { status, body } = await send({ method: 'GET', path, headers: { origin: APP } })
      assert.deepEqual([status, body], [200, undefined])
    }
  })
}

function policyHeaders({ headers }: Answered): readonly unknown[] {
  const names = ['allow-origin', 'allow-credentials', 'expose-headers']
  return [...names.map((name) => headers[`access-control-${name}`]), headers['vary']]
}

async function askFetch({ method, path, ...rest }: Ask): Promise<Answered> {
  const response = await api.fetch(new Request(`http://api.example${path}`, { method, ...rest }))
  const body = await response.text().catch(() => undefined)
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

async function askSocket({ method, path, headers, body }: Ask): Promise<Answered> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = server
    request({ host: '127.0.0.1', port, method, path, headers, agent: false }, resolve)
      .on('error', reject)
      .end(body)
  })
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await bodyOf(response).catch(() => undefined),
  }
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk)
  return text
}
