import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Model, string } from '@postern/model'
import {
  type ApiOptions,
  ContractError,
  contract,
  HttpError,
  implement,
  routes,
  type Security,
  tokenFrom,
} from './index.ts'

class Note extends Model({ text: string() }) {}
const declared = contract({
  title: 'Notes & <more>',
  version: '1',
  routes: { read: routes().get('/note', { response: Note }) },
})

type Documents = NonNullable<ApiOptions<string>['documents']>
const serving = (documents: Documents) =>
  implement(
    declared,
    { read: () => ({ text: 'Hello' }) },
    {
      documents,
      authenticate(token: string) {
        if (token === 'retired') throw new HttpError(403, { detail: 'Retired' })
        if (token === 'unpaid') throw new HttpError(402)
        if (token === 'unknowable') throw new HttpError(503)
        return token === 'good' ? 'Ann' : null
      },
    },
  )

const guarded = { security: tokenFrom({ cookie: 'sid' }) }
const asAnn = { headers: { cookie: 'sid=good' } }
const asRetired = { headers: { cookie: 'sid=retired' } }
const asUnpaid = { headers: { cookie: 'sid=unpaid' } }
const asUnknowable = { headers: { cookie: 'sid=unknowable' } }

const answers: readonly [string, Documents, string, RequestInit, number, RegExp?][] = [
  ['the document is served', {}, '/openapi.json', {}, 200, /"title":"Notes & <more>"/],
  ['with a final slash as well', {}, '/docs/', {}, 200, /<title>Notes &#38; &#60;more&#62; - Swagger UI/],
  ['ReDoc is served', {}, '/redoc', {}, 200, /<title>Notes &#38; &#60;more&#62; - ReDoc/],
  ['a page may be asked for its headers', {}, '/docs', { method: 'HEAD' }, 200, /^$/],
  ['nobody else has its files', {}, '/docs/assets/0000000000000000/docs.css', {}, 404, /Not Found/],
  ['a page can be moved', { docsUrl: '/help' }, '/help', {}, 200, /Swagger UI/],
  ['to a path beyond ASCII', { docsUrl: '/hjälp' }, '/hj%C3%A4lp', {}, 200, /Swagger UI/],
  ['with a final slash there', { docsUrl: '/hjälp' }, '/hj%C3%A4lp/', {}, 200, /Swagger UI/],
  ['beneath another', { docsUrl: '/x', redocUrl: '/x/assets' }, '/x/assets', {}, 200, /ReDoc/],
  ['to the root as well', { docsUrl: '/' }, '/', {}, 200, /src="\/assets\/\w+\/swagger-ui-bundle\.js"/],
  ['under a prefix too', { docsUrl: '/', rootPath: '/v1' }, '', {}, 200, /src="\/v1\/assets\/\w+\/swagger/],
  ['where its path is empty', { docsUrl: '' }, '/', {}, 200, /Swagger UI/],
  ['and left out alone', { redocUrl: null }, '/redoc', {}, 404],
  ['and with the other', { docsUrl: null, redocUrl: null }, '/docs', {}, 404],
  ['the document can be moved', { openapiUrl: '/o.json' }, '/docs', {}, 200, /data-openapi-url="\/o\.json"/],
  [
    'pages know the prefix of their host',
    { rootPath: '/v1' },
    '/redoc',
    {},
    200,
    /data-openapi-url="\/v1\/openapi\.json"/,
  ],
  ['so does the document', { rootPath: '/v1' }, '/openapi.json', {}, 200, /"servers":\[\{"url":"\/v1"\}\]/],
  ['a guard covers the document', guarded, '/openapi.json', {}, 401, /Not authenticated/],
  ['and Swagger UI', guarded, '/docs', {}, 401],
  ['and ReDoc', guarded, '/redoc', {}, 401],
  ['and their files', guarded, '/docs/assets/0000000000000000/docs.css', {}, 401],
  ['and lets the document through', guarded, '/openapi.json', asAnn, 200, /"openapi":"3\.1\.0"/],
  ['and the pages', guarded, '/docs', asAnn, 200, /Swagger UI/],
  ['and refuses whom authenticate refuses', guarded, '/openapi.json', asRetired, 403, /"Retired"/],
  ['from the pages as well', guarded, '/docs', asRetired, 403, /"Retired"/],
  ['whatever it refuses with', guarded, '/docs', asUnpaid, 402, /"Payment Required"/],
  ['and says so where it cannot tell', guarded, '/openapi.json', asUnknowable, 503, /"Service Unavailable"/],
  ['the guarded operations stay open', guarded, '/note', {}, 200, /Hello/],
  ['turned off, there is no document', false, '/openapi.json', {}, 404],
  ['no Swagger UI', false, '/docs', {}, 404],
  ['no ReDoc', false, '/redoc', {}, 404],
  ['but the operations', false, '/note', {}, 200, /Hello/],
]

for (const [title, documents, path, init, status, body = /(?:)/] of answers) {
  test(`§4.1 ${title}`, async () => {
    const answer = await serving(documents).fetch(new Request(`http://api.example${path}`, init))
    assert.equal(answer.status, status)
    assert.match(await answer.text(), body)
  })
}

for (const [docsUrl, redocUrl] of [
  ['/docs', '/redoc'],
  ['/', '/hjälp'],
] as const) {
  test(`§4.1 the files that the pages ${docsUrl} and ${redocUrl} name are served, zipped to those who take it`, async () => {
    const api = serving({ docsUrl, redocUrl })
    const ask = (path: string, headers: Record<string, string> = {}) =>
      api.fetch(new Request(`http://api.example${path}`, { headers }))
    for (const page of [docsUrl, redocUrl]) {
      const html = await (await ask(page)).text()
      const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
      assert.ok(files.length >= 3)
      for (const file of files) {
        const plain = await ask(file)
        const zipped = await ask(file, { 'accept-encoding': 'gzip' })
        assert.deepEqual(gunzipSync(await zipped.bytes()), Buffer.from(await plain.bytes()))
        const etag = plain.headers.get('etag') ?? ''
        assert.equal((await ask(file, { 'if-none-match': etag })).status, 304)
      }
    }
  })
}

test('§4.1 the document is JSON', async () => {
  const { headers } = await serving({}).fetch(new Request('http://api.example/openapi.json'))
  assert.equal(headers.get('content-type'), 'application/json')
})

const signedInElsewhere = (security: Security) =>
  implement(
    contract({
      ...declared,
      routes: {
        read: routes().get('/note', { security, response: Note }),
        keep: routes().get('/kept', { security: tokenFrom({ bearer: false, cookie: 'sid' }) }),
        hide: routes().get('/hidden', { security: tokenFrom(hiddenCodes), hidden: true }),
      },
      servers: [{ url: 'https://api.example/v1' }],
    }),
    { read: () => ({ text: 'Hello' }), keep: () => null, hide: () => null },
    { authenticate: () => null, documents: { clientId: 'docs "page"', rootPath: '/v2' } },
  )
const codes = { authorizationUrl: 'https://id.example/authorize', tokenUrl: 'https://id.example/token' }

const hiddenCodes = { authorizationUrl: 'https://hidden.example/', tokenUrl: 'https://hidden.example/' }

const pagesOfSignIn: readonly [string, Security, string, RegExp, RegExp][] = [
  [
    'Swagger UI knows where a code comes, and may ask for its token',
    tokenFrom(codes),
    '/docs',
    /data-oauth2-redirect-url="\/v2\/docs\/oauth2-redirect" data-client-id="docs &#34;page&#34;"/,
    /connect-src 'self' https:\/\/api.example https:\/\/id.example;/,
  ],
  [
    'a code comes to a page that hands it on',
    tokenFrom(codes),
    '/docs/oauth2-redirect?code=1&state=2',
    /<script src="\/v2\/docs\/oauth2-redirect\/assets\/\w+\/oauth2-redirect\.js"/,
    /connect-src 'self';/,
  ],
  [
    'OpenID Connect gives codes as well',
    tokenFrom({ openIdConnectUrl: 'https://login.example/.well-known/openid-configuration' }),
    '/docs/oauth2-redirect',
    /oauth2-redirect\.js/,
    /connect-src 'self';/,
  ],
  [
    'and is asked what it tells of itself',
    tokenFrom({ openIdConnectUrl: 'https://login.example/.well-known/openid-configuration' }),
    '/docs',
    /data-oauth2-redirect-url/,
    /connect-src 'self' https:\/\/api.example https:\/\/login.example;/,
  ],
  [
    'the password form of another origin may be asked',
    tokenFrom({ tokenUrl: codes.tokenUrl }),
    '/docs',
    /id="swagger-ui" data-openapi-url="\/v2\/openapi.json" data-client-id/,
    /connect-src 'self' https:\/\/api.example https:\/\/id.example;/,
  ],
]

for (const [title, security, path, body, policy] of pagesOfSignIn) {
  test(`§4.1 ${title}`, async () => {
    const answer = await signedInElsewhere(security).fetch(new Request(`http://api.example${path}`))
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), body)
    assert.match(answer.headers.get('content-security-policy') ?? '', policy)
  })
}

test('§4.1 where nobody gives codes, no page takes them', async () => {
  const api = signedInElsewhere(tokenFrom({ tokenUrl: 'token' }))
  assert.equal((await api.fetch(new Request('http://api.example/docs/oauth2-redirect'))).status, 404)
})

const mistypedGuards: readonly (readonly [unknown, string])[] = [
  [[tokenFrom()], 'documents: security is a list; write tokenFrom({ … })'],
  [null, 'documents: security is null; write tokenFrom({ … })'],
  [tokenFrom(Object({ required: 'no' })), 'documents: required is "no"; write true or false'],
  [
    tokenFrom(Object({ scopes: ['docs'] })),
    "documents: scopes is a list; write a description for each: { 'items:read': 'Read items' }",
  ],
]

for (const [security, mistake] of mistypedGuards) {
  test(`a guard that is none is told with every other mistake: ${mistake}`, () => {
    const start = () => implement(declared, Object({}), { documents: Object({ security }) })
    assert.throws(
      start,
      (error) =>
        error instanceof ContractError &&
        error.mistakes.length === 2 &&
        error.mistakes.includes(mistake) &&
        error.mistakes.some((one) => one.includes('has no handler')),
    )
  })
}

test('a 500 that authenticate throws is told to those who run the api, of the documents too', async () => {
  const noticed: unknown[] = []
  const api = implement(
    declared,
    { read: () => ({ text: 'Hello' }) },
    {
      documents: guarded,
      authenticate() {
        throw new HttpError(500)
      },
      onError: (notice) => noticed.push(notice),
    },
  )
  assert.equal((await api.fetch(new Request('http://api.example/docs', asAnn))).status, 500)
  assert.equal(noticed.length, 1)
})

test('observers are told of the document and its pages by their paths', async () => {
  const told: (string | undefined)[] = []
  const api = implement(
    declared,
    { read: () => ({ text: 'Hello' }) },
    { documents: { docsUrl: '/' }, onAnswer: ({ operation }) => told.push(operation) },
  )
  for (const path of ['/openapi.json', '/', '/redoc/']) await api.fetch(new Request(`http://x${path}`))
  assert.deepEqual(told, ['/openapi.json', '/', '/redoc'])
})

test('a guarded document is kept by no cache, an open one is asked for anew', async () => {
  const cachingOf = async (documents: Documents) =>
    (await serving(documents).fetch(new Request('http://x/openapi.json', asAnn))).headers.get('cache-control')
  assert.equal(await cachingOf(guarded), 'no-store')
  assert.equal(await cachingOf({}), 'no-cache')
})

test('an operation that is called as a page is a mistake', () => {
  const named = contract({
    title: 'Notes',
    version: '1',
    routes: { '/docs': routes().get('/note', { response: Note }) },
  })
  const handlers = { '/docs': () => ({ text: 'Hello' }) }
  assert.throws(
    () => implement(named, handlers),
    (error) =>
      error instanceof ContractError &&
      error.mistakes.length === 1 &&
      /operation '\/docs' has the name of a page of the documents/.test(error.mistakes[0] ?? ''),
  )
  assert.ok(implement(named, handlers, { documents: false }))
})
