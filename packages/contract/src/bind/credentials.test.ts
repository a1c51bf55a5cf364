import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { integer, Model, string } from '@postern/model'
import { serve } from '../adapters/node.ts'
import { contract, HttpError, type Incoming, implement, routes, type TokenUse, tokenFrom } from '../index.ts'

const { get, post } = routes()
const security = tokenFrom({ cookie: 'session' })
const optional = tokenFrom({ cookie: 'session', required: false })
const api = implement(
  contract({
    title: 'Protected',
    version: '1',
    routes: {
      read: get('/read', { response: string(), security }),
      write: post('/write', { response: string(), security }),
      declared: post('/declared/{id}', {
        params: { id: integer() },
        response: string(),
        security,
        errors: { 400: 'Inactive', 403: 'Retired' },
      }),
      maybe: get('/maybe', { response: string(), security: optional }),
      keyed: get('/keyed', {
        response: string(),
        security: tokenFrom({ bearer: false, header: 'X-API-Key' }),
      }),
      several: get('/several', {
        response: string(),
        security: tokenFrom({
          header: 'X-API-Key',
          cookie: 'session',
          schemes: { header: { name: 'machines' } },
        }),
      }),
      scoped: get('/scoped', {
        response: string(),
        security: tokenFrom({ scopes: { read: 'Read', write: 'Change' } }),
        errors: { 403: 'What the token is no good for' },
      }),
      cookieOnly: get('/cookie', {
        response: string(),
        security: tokenFrom({ bearer: false, cookie: 'session' }),
      }),
    },
  }),
  {
    read: ({ user }) => user.name,
    write: ({ user }) => user.name,
    declared: ({ user }) => user.name,
    maybe: ({ user }) => user?.name ?? 'nobody',
    keyed: ({ user }) => user.name,
    several: ({ user }) => `${user.name} by ${user.source}, ${user.scheme}`,
    scoped: ({ user }) => user.name,
    cookieOnly: ({ user }) => user.name,
  },
  {
    cors: { allowOrigins: ['https://app.example'], allowCredentials: true },
    authenticate: (token: string, _: Incoming, { source, scheme, scopes }: TokenUse) => {
      assert.notEqual(token, '')
      if (token === 'inactive') throw new HttpError(400)
      if (token === 'expired') throw new HttpError(401, { detail: 'Expired' })
      if (token === 'retired') return Promise.reject(new HttpError(403, { detail: 'Since May' }))
      if (scopes.some((scope) => !token.includes(scope))) throw new HttpError(403, { detail: scopes })
      if (token === 'later') return Promise.resolve({ name: 'late', source, scheme })
      if (token === 'found') return queried({ name: 'found', source, scheme })
      if (token === 'unfound') return queried(null)
      if (token === 'refused') return false
      if (token === 'refused-later') return Promise.resolve(false as const)
      if (token === 'missed') return undefined
      return token.startsWith('good') ? { name: token, source, scheme } : null
    },
  },
)

/** A promise in all but its class, as builders of database queries return: this one is of another realm. */
function queried<Row>(row: Row): Promise<Row> {
  return runInNewContext('Promise.resolve(row)', { row })
}

interface Scenario {
  readonly title: string
  readonly ask: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  readonly answer: unknown
}

const unknown = 'Not authenticated'
const forged = 'A cookie is accepted only with an allowed Origin; a bearer token needs none'
const cookie = { cookie: 'session=good' }

const scenarios: readonly Scenario[] = [
  {
    title: '§5.1 a bearer token is accepted',
    ask: 'GET /read',
    headers: { authorization: 'Bearer good' },
    status: 200,
    answer: 'good',
  },
  {
    title: '§5.1 the scheme may be in any case',
    ask: 'GET /read',
    headers: { authorization: 'bearer  \tgood' },
    status: 200,
    answer: 'good',
  },
  {
    title: '§5.1 authenticate may return the user later',
    ask: 'GET /read',
    headers: { authorization: 'Bearer later' },
    status: 200,
    answer: 'late',
  },
  {
    title: '§5.1 authenticate may return a query that finds the user',
    ask: 'GET /read',
    headers: { authorization: 'Bearer found' },
    status: 200,
    answer: 'found',
  },
  {
    title: '§5.1 a token with the required scopes is accepted',
    ask: 'GET /scoped',
    headers: { authorization: 'Bearer good-read-write' },
    status: 200,
    answer: 'good-read-write',
  },
  {
    title: '§5.1 a token without the required scopes is refused',
    ask: 'GET /scoped',
    headers: { authorization: 'Bearer good-read' },
    status: 403,
    answer: ['read', 'write'],
  },
  {
    title: '§5.1 a query that finds no user is refused',
    ask: 'GET /read',
    headers: { authorization: 'Bearer unfound' },
    status: 401,
    answer: unknown,
  },
  ...['refused', 'refused-later', 'missed'].map((token) => ({
    title: `§5.1 a token for which authenticate returns no user is refused: ${token}`,
    ask: 'GET /maybe',
    headers: { authorization: `Bearer ${token}` },
    status: 401,
    answer: unknown,
  })),
  {
    title: '§5.1 authenticate refuses with a declared failure, before parameters are converted',
    ask: 'POST /declared/x',
    headers: { authorization: 'Bearer inactive' },
    status: 400,
    answer: 'Inactive',
  },
  {
    title: '§5.1 authenticate may refuse with a declared failure later',
    ask: 'POST /declared/x',
    headers: { authorization: 'Bearer retired' },
    status: 403,
    answer: 'Since May',
  },
  {
    title: '§5.1 authenticate refuses with a message of its own, as any operation with security may',
    ask: 'GET /read',
    headers: { authorization: 'Bearer expired' },
    status: 401,
    answer: 'Expired',
  },
  { title: '§5.2 a cookie is accepted', ask: 'GET /read', headers: cookie, status: 200, answer: 'good' },
  {
    title: '§5.2 the header wins over the cookie',
    ask: 'GET /read',
    headers: { ...cookie, authorization: 'Bearer good2' },
    status: 200,
    answer: 'good2',
  },
  {
    title: '§5.2 a good cookie does not replace a bad header',
    ask: 'GET /read',
    headers: { ...cookie, authorization: 'Bearer bad' },
    status: 401,
    answer: unknown,
  },
  { title: '§5.2 a request without credentials is refused', ask: 'GET /read', status: 401, answer: unknown },
  {
    title: '§5.2 another scheme does not count as a token',
    ask: 'GET /read',
    headers: { authorization: `Basic ${btoa('good:word')}` },
    status: 401,
    answer: unknown,
  },
  {
    title: '§5.2 an empty token counts as no token',
    ask: 'GET /several',
    headers: { ...cookie, authorization: 'Bearer ' },
    status: 200,
    answer: 'good by cookie, session',
  },
  {
    title: '§5.2 an empty token and an empty cookie are refused without a call of authenticate',
    ask: 'GET /read',
    headers: { cookie: 'session=', authorization: 'Bearer' },
    status: 401,
    answer: unknown,
  },
  {
    title: '§5.2 where no token is required, an empty token counts as no token',
    ask: 'GET /maybe',
    headers: { authorization: 'Bearer ' },
    status: 200,
    answer: 'nobody',
  },
  {
    title: '§5.2 where no token is required, an empty cookie counts as no cookie',
    ask: 'GET /maybe',
    headers: { cookie: 'session=""' },
    status: 200,
    answer: 'nobody',
  },
  {
    title: '§5.1 an empty cookie from a foreign page counts as no credentials',
    ask: 'POST /write',
    headers: { cookie: 'session=', origin: 'https://evil.example' },
    status: 401,
    answer: unknown,
  },
  {
    title: '§5.2 where no token is required, a request without one is accepted',
    ask: 'GET /maybe',
    status: 200,
    answer: 'nobody',
  },
  {
    title: '§5.2 where no token is required, a bad token is refused',
    ask: 'GET /maybe',
    headers: { authorization: 'Bearer bad' },
    status: 401,
    answer: unknown,
  },
  {
    title: '§5.1 a key is accepted',
    ask: 'GET /keyed',
    headers: { 'x-api-key': 'good' },
    status: 200,
    answer: 'good',
  },
  { title: '§5.2 a request without a key is refused', ask: 'GET /keyed', status: 401, answer: unknown },
  {
    title: '§5.2 an empty key counts as no key',
    ask: 'GET /several',
    headers: { ...cookie, 'x-api-key': '' },
    status: 200,
    answer: 'good by cookie, session',
  },
  {
    title: '§5.2 a good cookie does not replace a bad key',
    ask: 'GET /several',
    headers: { ...cookie, 'x-api-key': 'bad' },
    status: 401,
    answer: unknown,
  },
  {
    title: '§5.2 a key wins over the cookie',
    ask: 'GET /several',
    headers: { ...cookie, 'x-api-key': 'good2' },
    status: 200,
    answer: 'good2 by header, machines',
  },
  {
    title: '§5.2 a bearer token wins over a key',
    ask: 'GET /several',
    headers: { 'x-api-key': 'good2', authorization: 'Bearer good3' },
    status: 200,
    answer: 'good3 by bearer, bearer',
  },
  {
    title: '§5.2 a bearer token is not read where only a key is declared',
    ask: 'GET /keyed',
    headers: { authorization: 'Bearer good' },
    status: 401,
    answer: unknown,
  },
  {
    title: '§5.2 a header is not read where only the cookie is declared',
    ask: 'GET /cookie',
    headers: { authorization: 'Bearer good' },
    status: 401,
    answer: unknown,
  },
  {
    title: '§5.1 an unsafe method with a cookie is accepted from an allowed origin',
    ask: 'POST /write',
    headers: { ...cookie, origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
    status: 200,
    answer: 'good',
  },
  {
    title: '§5.1 an unsafe method with a cookie is accepted from the same origin',
    ask: 'POST /write',
    headers: { ...cookie, host: 'api.example', origin: 'http://api.example' },
    status: 200,
    answer: 'good',
  },
  {
    title: '§5.1 an unsafe method with a cookie is accepted if the browser says same-origin',
    ask: 'POST /write',
    headers: { ...cookie, 'sec-fetch-site': 'same-origin' },
    status: 200,
    answer: 'good',
  },
  {
    title: '§5.1 an unsafe method with a cookie is accepted if the browser says that no page sent it',
    ask: 'POST /write',
    headers: { ...cookie, 'sec-fetch-site': 'none' },
    status: 200,
    answer: 'good',
  },
  {
    title: '§5.1 an unsafe method with a cookie is refused from a foreign origin',
    ask: 'POST /write',
    headers: { ...cookie, origin: 'https://evil.example' },
    status: 403,
    answer: forged,
  },
  {
    title: '§5.1 an unsafe method with a cookie is refused from the same site',
    ask: 'POST /write',
    headers: { ...cookie, host: 'api.example', origin: 'http://api.example', 'sec-fetch-site': 'same-site' },
    status: 403,
    answer: forged,
  },
  {
    title: '§5.1 an unsafe method with a cookie is refused from another scheme',
    ask: 'POST /write',
    headers: { ...cookie, host: 'api.example', origin: 'https://api.example' },
    status: 403,
    answer: forged,
  },
  {
    title: '§5.1 an unsafe method with a cookie is refused without an origin',
    ask: 'POST /write',
    headers: cookie,
    status: 403,
    answer: forged,
  },
  {
    title: '§5.1 an unsafe method with a bearer token needs no origin',
    ask: 'POST /write',
    headers: { authorization: 'Bearer good', origin: 'https://evil.example' },
    status: 200,
    answer: 'good',
  },
]

for (const { title, ask, headers = {}, status, answer } of scenarios) {
  test(title, async () => {
    const [method = '', path = ''] = ask.split(' ')
    const response = await api.fetch(new Request(`http://api.example${path}`, { method, headers }))
    const body: unknown = await response.json()
    assert.deepEqual([response.status, body], [status, status === 200 ? answer : { detail: answer }])
    const challenge = ['/keyed', '/cookie'].includes(path) ? 'APIKey' : 'Bearer'
    assert.equal(response.headers.get('www-authenticate'), status === 401 ? challenge : null)
  })
}

test('§5.2 a cookie that suffices for a GET suffices for its HEAD', async () => {
  const answer = await api.fetch(new Request('http://api.example/read', { method: 'HEAD', headers: cookie }))
  assert.equal(answer.status, 200)
})

test('§5.2 a key is found under its name in any case, on a socket too', async () => {
  const server = await serve(api, { port: 0 })
  const answer = await fetch(`${server.url}/keyed`, { headers: { 'x-ApI-kEy': 'good' } })
  assert.deepEqual([answer.status, await answer.json()], [200, 'good'])
  await server.close(0)
})

class Refused extends Model({ reason: string() }) {}

test('a 401 from a handler has the documented challenge, or its own', async () => {
  const declared = { params: { how: string() }, security: tokenFrom({ required: false }) }
  const refuse = ({ params }: { readonly params: { readonly how: string } }) => {
    const headers = { 'WWW-Authenticate': 'Bearer scope="items"' }
    throw new HttpError(401, { detail: { reason: 'Why' }, ...(params.how === 'own' && { headers }) })
  }
  const refusing = implement(
    contract({
      title: 'Refusals',
      version: '1',
      routes: {
        implied: get('/implied/{how}', declared),
        text: get('/text/{how}', { ...declared, errors: { 401: 'Not now' } }),
        model: get('/model/{how}', { ...declared, errors: { 401: Refused } }),
        open: get('/open/{how}', { params: declared.params, errors: { 401: Refused } }),
      },
    }),
    {
      implied: refuse,
      text: ({ params, fail }) => (params.how === 'own' ? refuse({ params }) : fail(401)),
      model: refuse,
      open: refuse,
    },
    { authenticate: () => ({}) },
  )
  const seen: unknown[] = []
  for (const path of [
    '/implied/plain',
    '/implied/own',
    '/text/plain',
    '/text/own',
    '/model/plain',
    '/open/plain',
  ]) {
    const { status, headers } = await refusing.fetch(new Request(`http://x${path}`))
    seen.push(`${path} ${status} ${headers.get('www-authenticate')}`)
  }
  assert.deepEqual(seen, [
    '/implied/plain 401 Bearer',
    '/implied/own 401 Bearer scope="items"',
    '/text/plain 401 Bearer',
    '/text/own 401 Bearer scope="items"',
    '/model/plain 401 Bearer',
    '/open/plain 401 null',
  ])
})

test('§5.1 an any-origin policy names no origin, so a cookie needs the same origin', async () => {
  const open = implement(
    contract({
      title: 'Open',
      version: '1',
      routes: { write: post('/write', { response: string(), security }) },
    }),
    { write: () => 'written' },
    { cors: { allowOrigins: ['*'] }, authenticate: () => ({}) },
  )
  const request = new Request('http://x/write', {
    method: 'POST',
    headers: { ...cookie, origin: 'https://a.example' },
  })
  assert.equal((await open.fetch(request)).status, 403)
})
