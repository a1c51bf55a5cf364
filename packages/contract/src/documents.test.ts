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
  [
    'a page is served with a final slash too',
    {},
    '/docs/',
    {},
    200,
    /<title>Notes &#38; &#60;more&#62; - Swagger UI/,
  ],
  ['ReDoc is served', {}, '/redoc', {}, 200, /<title>Notes &#38; &#60;more&#62; - ReDoc/],
  ['a page responds to HEAD', {}, '/docs', { method: 'HEAD' }, 200, /^$/],
  [
    'files of a page are served only under its hash',
    {},
    '/docs/assets/0000000000000000/docs.css',
    {},
    404,
    /Not Found/,
  ],
  ['a page can be moved', { docsUrl: '/help' }, '/help', {}, 200, /Swagger UI/],
  ['a page can be moved to a path beyond ASCII', { docsUrl: '/hjälp' }, '/hj%C3%A4lp', {}, 200, /Swagger UI/],
  [
    'a page at a path beyond ASCII is served with a final slash too',
    { docsUrl: '/hjälp' },
    '/hj%C3%A4lp/',
    {},
    200,
    /Swagger UI/,
  ],
  [
    'a page can be moved beneath another',
    { docsUrl: '/x', redocUrl: '/x/assets' },
    '/x/assets',
    {},
    200,
    /ReDoc/,
  ],
  [
    'a page can be moved to the root',
    { docsUrl: '/' },
    '/',
    {},
    200,
    /src="\/assets\/\w+\/swagger-ui-bundle\.js"/,
  ],
  [
    'a page can be moved to the root under a prefix',
    { docsUrl: '/', rootPath: '/v1' },
    '',
    {},
    200,
    /src="\/v1\/assets\/\w+\/swagger/,
  ],
  ['an empty path of a page means the root', { docsUrl: '' }, '/', {}, 200, /Swagger UI/],
  ['one page can be left out', { redocUrl: null }, '/redoc', {}, 404],
  ['both pages can be left out', { docsUrl: null, redocUrl: null }, '/docs', {}, 404],
  ['the document can be moved', { openapiUrl: '/o.json' }, '/docs', {}, 200, /data-openapi-url="\/o\.json"/],
  [
    'pages know the prefix of their host',
    { rootPath: '/v1' },
    '/redoc',
    {},
    200,
    /data-openapi-url="\/v1\/openapi\.json"/,
  ],
  [
    'the document knows the prefix of its host',
    { rootPath: '/v1' },
    '/openapi.json',
    {},
    200,
    /"servers":\[\{"url":"\/v1"\}\]/,
  ],
  ['a guard covers the document', guarded, '/openapi.json', {}, 401, /Not authenticated/],
  ['a guard covers Swagger UI', guarded, '/docs', {}, 401],
  ['a guard covers ReDoc', guarded, '/redoc', {}, 401],
  ['a guard covers the files of pages', guarded, '/docs/assets/0000000000000000/docs.css', {}, 401],
  ['a guard lets the document through', guarded, '/openapi.json', asAnn, 200, /"openapi":"3\.1\.0"/],
  ['a guard lets the pages through', guarded, '/docs', asAnn, 200, /Swagger UI/],
  [
    'a guard refuses the document if authenticate refuses',
    guarded,
    '/openapi.json',
    asRetired,
    403,
    /"Retired"/,
  ],
  ['a guard refuses the pages if authenticate refuses', guarded, '/docs', asRetired, 403, /"Retired"/],
  ['a guard refuses with the status of authenticate', guarded, '/docs', asUnpaid, 402, /"Payment Required"/],
  [
    'a guard is a 503 if authenticate throws one',
    guarded,
    '/openapi.json',
    asUnknowable,
    503,
    /"Service Unavailable"/,
  ],
  ['a guard of the documents leaves the operations open', guarded, '/note', {}, 200, /Hello/],
  ['documents that are turned off have no document', false, '/openapi.json', {}, 404],
  ['documents that are turned off have no Swagger UI', false, '/docs', {}, 404],
  ['documents that are turned off have no ReDoc', false, '/redoc', {}, 404],
  ['documents that are turned off leave the operations', false, '/note', {}, 200, /Hello/],
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
  test(`§4.1 the files of the pages ${docsUrl} and ${redocUrl} are served, zipped if the client accepts it`, async () => {
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
    'Swagger UI knows the page for codes, and may request a token',
    tokenFrom(codes),
    '/docs',
    /data-oauth2-redirect-url="\/v2\/docs\/oauth2-redirect" data-client-id="docs &#34;page&#34;"/,
    /connect-src 'self' https:\/\/api.example https:\/\/id.example;/,
  ],
  [
    'a code is sent to a page that passes it on',
    tokenFrom(codes),
    '/docs/oauth2-redirect?code=1&state=2',
    /<script src="\/v2\/docs\/oauth2-redirect\/assets\/\w+\/oauth2-redirect\.js"/,
    /connect-src 'self';/,
  ],
  [
    'OpenID Connect sends codes too',
    tokenFrom({ openIdConnectUrl: 'https://login.example/.well-known/openid-configuration' }),
    '/docs/oauth2-redirect',
    /oauth2-redirect\.js/,
    /connect-src 'self';/,
  ],
  [
    'Swagger UI may request the configuration of OpenID Connect',
    tokenFrom({ openIdConnectUrl: 'https://login.example/.well-known/openid-configuration' }),
    '/docs',
    /data-oauth2-redirect-url/,
    /connect-src 'self' https:\/\/api.example https:\/\/login.example;/,
  ],
  [
    'Swagger UI may request a token from the password form of another origin',
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

test('§4.1 without a sign-in by code, there is no page for codes', async () => {
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
  test(`a wrong guard of the documents is reported with every other mistake: ${mistake}`, () => {
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

test('a 500 that authenticate throws for the documents is reported to onError', async () => {
  const notices: unknown[] = []
  const api = implement(
    declared,
    { read: () => ({ text: 'Hello' }) },
    {
      documents: guarded,
      authenticate() {
        throw new HttpError(500)
      },
      onError: (notice) => notices.push(notice),
    },
  )
  assert.equal((await api.fetch(new Request('http://api.example/docs', asAnn))).status, 500)
  assert.equal(notices.length, 1)
})

test('onAnswer receives the paths of the document and its pages as their operations', async () => {
  const operations: (string | undefined)[] = []
  const api = implement(
    declared,
    { read: () => ({ text: 'Hello' }) },
    { documents: { docsUrl: '/' }, onAnswer: ({ operation }) => operations.push(operation) },
  )
  for (const path of ['/openapi.json', '/', '/redoc/']) await api.fetch(new Request(`http://x${path}`))
  assert.deepEqual(operations, ['/openapi.json', '/', '/redoc'])
})

test('a guarded document has no-store, an open one has no-cache', async () => {
  const cachingOf = async (documents: Documents) =>
    (await serving(documents).fetch(new Request('http://x/openapi.json', asAnn))).headers.get('cache-control')
  assert.equal(await cachingOf(guarded), 'no-store')
  assert.equal(await cachingOf({}), 'no-cache')
})

test('a shared cache may keep the files of open pages, not those of guarded ones', async () => {
  const cachingOf = async (documents: Documents) => {
    const get = (path: string, headers?: Record<string, string>) =>
      serving(documents).fetch(
        new Request(new URL(path, 'http://x'), { headers: { ...asAnn.headers, ...headers } }),
      )
    const [, file = ''] = /<script src="([^"]+)"/.exec(await (await get('/docs')).text()) ?? []
    const both = [await get(file), await get(file, { 'if-none-match': '*' })]
    return both.map(({ status, headers }) => [status, headers.get('cache-control')])
  }
  const kept = 'max-age=31536000, immutable'
  assert.deepEqual(await cachingOf(guarded), [
    [200, `private, ${kept}`],
    [304, `private, ${kept}`],
  ])
  assert.deepEqual(await cachingOf({}), [
    [200, `public, ${kept}`],
    [304, `public, ${kept}`],
  ])
})

const revalidated = ['/openapi.json', '/docs', '/docs/', '/redoc', 'file']
const keptBy304 = ['access-control-allow-origin', 'cache-control', 'etag', 'vary']

/** Requests the documents of a new api; the path `file` is a script of Swagger UI. */
function askingDocuments(documents: Documents) {
  const api = implement(
    declared,
    { read: () => ({ text: 'Hello' }) },
    {
      documents,
      cors: { allowOrigins: ['https://app.example'] },
      authenticate: (token) => (token === 'good' ? 'Ann' : null),
    },
  )
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    api.fetch(new Request(`http://x${path}`, { method, headers: { ...asAnn.headers, ...headers } }))
  return async (path: string, headers?: Record<string, string>, method?: string) => {
    if (path !== 'file') return ask(path, headers, method)
    const [, file = ''] = /<script src="([^"]+)"/.exec(await (await ask('/docs')).text()) ?? []
    return ask(file, headers, method)
  }
}

for (const path of revalidated) {
  test(`§4.1 a client that has ${path} gets a 304 with the same grants and caching`, async () => {
    const ask = askingDocuments({})
    const origin = { origin: 'https://app.example' }
    const first = await ask(path, origin)
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[0-9a-f]{32}"$/)
    const body = await first.text()
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const again = await ask(path, { ...origin, 'if-none-match': known }, method)
        assert.deepEqual([again.status, await again.text()], [304, ''], known)
        assert.deepEqual([...again.headers.keys()], keptBy304)
        for (const [name, value] of again.headers) assert.equal(value, first.headers.get(name), name)
      }
    }
    for (const other of ['"other"', etag.slice(1, -1), `${etag.slice(0, -1)}0"`]) {
      const again = await ask(path, { ...origin, 'if-none-match': other })
      assert.deepEqual([again.status, await again.text()], [200, body], other)
      assert.deepEqual([...again.headers], [...first.headers])
    }
    assert.equal((await ask(path, { 'if-match': '"other"' })).status, 412)
  })
}

test('§4.1 an api with another document has another ETag, the same api the same one in each process', async () => {
  const etagOf = async (path: string, documents: Documents) =>
    (await askingDocuments(documents)(path)).headers.get('etag')
  for (const path of ['/openapi.json', '/docs']) {
    assert.equal(await etagOf(path, {}), await etagOf(path, {}))
    assert.notEqual(await etagOf(path, {}), await etagOf(path, { rootPath: '/v1' }))
  }
})

test('§4.1 a page with another Content-Security-Policy has another ETag', async () => {
  const etagOf = async (tokenUrl: string) => {
    const api = signedInElsewhere(tokenFrom({ tokenUrl }))
    const answer = await api.fetch(new Request('http://api.example/docs'))
    return { etag: answer.headers.get('etag'), html: await answer.text() }
  }
  const [here, there] = [await etagOf('https://a.example/t'), await etagOf('https://b.example/t')]
  assert.equal(here.html, there.html)
  assert.notEqual(here.etag, there.etag)
})

test('§4.1 a guarded document and its pages have no ETag, and are sent whole each time', async () => {
  const ask = askingDocuments(guarded)
  for (const path of ['/openapi.json', '/docs', '/redoc']) {
    const answer = await ask(path, { 'if-none-match': '*' })
    assert.deepEqual([answer.status, answer.headers.get('etag')], [200, null])
  }
})

test('§4.1 where nothing can be hashed, as in a page without TLS, the documents have no ETag', async (t) => {
  t.mock.getter(globalThis, 'crypto', () => ({}))
  const ask = askingDocuments({})
  for (const path of ['/openapi.json', '/docs']) {
    const answer = await ask(path)
    assert.deepEqual([answer.status, answer.headers.get('etag')], [200, null])
  }
})

test('an operation with the name of a page is a mistake', () => {
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
