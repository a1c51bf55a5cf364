import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from './browser.ts'
import { type FetchRequest, openPage, openSandbox, type Seen } from './page.ts'
import { openService } from './service.ts'

type PageName = 'allowed' | 'otherPort' | 'otherHost' | 'sandboxed' | 'own'

const {
  context,
  ports: [site, other],
} = await openBrowser()
const app = `http://app.localhost:${site}`
const service = await openService({ allowOrigins: [app], allowCredentials: true, exposeHeaders: ['X-Total'] })
const pages = {
  allowed: await openPage(context, app),
  otherPort: await openPage(context, `http://app.localhost:${other}`),
  otherHost: await openPage(context, `http://www.localhost:${site}`),
  sandboxed: await openSandbox(context, app),
  own: await openPage(context, `${service.origin}/page`),
}
after(service.close)

const FOREIGN: readonly PageName[] = ['otherPort', 'otherHost', 'sandboxed']
const EVERY: readonly PageName[] = ['allowed', ...FOREIGN, 'own']
const asJson = { 'content-type': 'application/json' }
const ok = { status: 200, body: '{"id":1}' }

type Row = readonly [
  why: string,
  request: Omit<FetchRequest, 'url'> & { readonly path: string },
  answer: object,
]

const ROWS: readonly Row[] = [
  ['a simple request', { path: '/posts' }, ok],
  [
    'a simple POST',
    { path: '/posts', method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
    ok,
  ],
  ['a preflighted request', { path: '/posts', method: 'PUT', headers: asJson, body: '{}' }, ok],
  ['a bearer token', { path: '/account', headers: { authorization: 'Bearer good' } }, ok],
  ['a 401', { path: '/account' }, { status: 401, body: '{"detail":"Not authenticated"}' }],
  ['a 404', { path: '/nowhere' }, { status: 404, body: '{"detail":"Not Found"}' }],
  ['a 405', { path: '/account', method: 'PATCH' }, { status: 405, body: '{"detail":"Method Not Allowed"}' }],
  ['a 500', { path: '/crash' }, { status: 500, body: 'Internal Server Error' }],
]

for (const [why, { path, ...init }, answer] of ROWS) {
  test(`§4.4 ${why} is readable by the allowed page and the service’s own, and by no other`, async () => {
    const request = { url: `${service.origin}${path}`, ...init }
    assert.deepEqual(withoutHeaders(await pages.allowed.ask(request)), answer)
    assert.deepEqual(withoutHeaders(await pages.own.ask(request)), answer)
    for (const name of FOREIGN) assert.equal(await pages[name].ask(request), 'refused', name)
  })
}

test('§4.4 a 422 is readable by the allowed page, which learns from it what to correct, and by no other', async () => {
  const request = {
    url: `${service.origin}/validated`,
    method: 'POST',
    headers: asJson,
    body: '{"title":""}',
  }
  const seen = await pages.allowed.ask(request)
  assert.ok(seen !== 'refused')
  assert.deepEqual([seen.status, JSON.parse(seen.body).detail[0].type], [422, 'string_too_short'])
  for (const name of FOREIGN) assert.equal(await pages[name].ask(request), 'refused', name)
})

test('§4.4 a refused simple request is still served; a refused preflight prevents the request', async () => {
  const simple = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }
  await pages.otherHost.ask({ url: `${service.origin}/posts?simple`, ...simple })
  await pages.otherHost.ask({ url: `${service.origin}/posts?asked`, method: 'DELETE' })
  assert.deepEqual(methodsAt('/posts?simple'), ['POST'])
  assert.deepEqual(methodsAt('/posts?asked'), ['preflight'])
})

test('§4.4 expose_headers: the named header is readable, another is not; the service’s own page reads both', async () => {
  const seen = await pages.allowed.ask({ url: `${service.origin}/posts` })
  assert.deepEqual(ownHeaders(seen), ['x-total'])
  assert.deepEqual(ownHeaders(await pages.own.ask({ url: `${service.origin}/posts` })), [
    'x-secret',
    'x-total',
  ])
})

test('§5.1 with credentials the cookie is sent and works for the allowed page; without, it is not sent', async () => {
  const include = { credentials: 'include' } as const
  const account = `${service.origin}/account`
  await pages.allowed.ask({ url: `${service.origin}/session`, method: 'POST', ...include })
  assert.deepEqual(withoutHeaders(await pages.allowed.ask({ url: account, ...include })), ok)
  for (const credentials of ['same-origin', 'omit'] as const) {
    const seen = await pages.allowed.ask({ url: account, credentials })
    assert.ok(seen !== 'refused' && seen.status === 401, credentials)
  }
  const changed = { url: `${account}?by=app`, method: 'PUT', headers: asJson, body: '{}', ...include }
  assert.deepEqual(withoutHeaders(await pages.allowed.ask(changed)), ok)
  assert.equal(preflightsAt('/account?by=app')[0]?.cookie, undefined)
})

test('§5.1 a foreign page’s request carries the cookie too, but the page does not see the response', async () => {
  const url = `${service.origin}/account?foreign`
  assert.equal(await pages.otherHost.ask({ url, credentials: 'include' }), 'refused')
  const [received] = service.received.filter((one) => one.url === '/account?foreign')
  assert.match(received?.cookie ?? '', /session=good/)
})

test('§5.1 without allow_credentials, and with *, a request with credentials is not readable, one without is', async (t) => {
  const { origin } = pages.allowed
  for (const allowOrigins of [[origin], ['*']]) {
    const open = await openService({ allowOrigins })
    t.after(open.close)
    const seen = await pages.allowed.ask({ url: `${open.origin}/posts` })
    assert.deepEqual(withoutHeaders(seen), ok)
    const included = await pages.allowed.ask({ url: `${open.origin}/posts`, credentials: 'include' })
    assert.equal(included, 'refused')
  }
})

test('§4.4 with * every page can read, the sandboxed one too', async (t) => {
  const open = await openService({ allowOrigins: ['*'] })
  t.after(open.close)
  for (const name of EVERY) {
    assert.deepEqual(withoutHeaders(await pages[name].ask({ url: `${open.origin}/posts` })), ok, name)
    const put = { url: `${open.origin}/posts`, method: 'PUT', headers: asJson, body: '{}' }
    assert.deepEqual(withoutHeaders(await pages[name].ask(put)), ok, name)
  }
})

test('§8 max_age: one preflight serves every method and header at its address; with 0 each request sends one', async (t) => {
  for (const [maxAge, preflights] of [
    [600, 1],
    [0, 5],
  ] as const) {
    const kept = await openService({ allowOrigins: [pages.allowed.origin], maxAge })
    t.after(kept.close)
    const url = `${kept.origin}/posts`
    for (const method of ['PUT', 'PUT', 'PATCH', 'DELETE'])
      await pages.allowed.ask({ url, method, body: '{}' })
    await pages.allowed.ask({ url, headers: { authorization: 'Bearer good' } })
    assert.equal(kept.received.filter(({ isPreflight }) => isPreflight).length, preflights)
    assert.equal(kept.received.filter(({ isPreflight }) => !isPreflight).length, 5)
  }
})

function withoutHeaders(seen: Seen): object | 'refused' {
  return seen === 'refused' ? seen : { status: seen.status, body: seen.body }
}

function ownHeaders(seen: Seen): readonly string[] {
  return seen === 'refused' ? [] : seen.headers.filter((name) => name.startsWith('x-'))
}

function preflightsAt(url: string) {
  return service.received.filter((one) => one.url === url && one.isPreflight)
}

function methodsAt(url: string): readonly string[] {
  const arrived = service.received.filter((one) => one.url === url)
  return arrived.map(({ method, isPreflight }) => (isPreflight ? 'preflight' : method))
}
