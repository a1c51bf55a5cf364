import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, test } from 'node:test'
import { type BrowserService, openService } from './service.ts'

const APP = 'https://app.example'
const EVIL = 'https://evil.example'
const COOKIE = { cookie: 'session=good' }
const BEARER = { authorization: 'Bearer good' }

const service = await openService({ allowOrigins: [APP], allowCredentials: true })
const anyOrigin = await openService({ allowOrigins: ['*'] })
after(() => {
  service.close()
  anyOrigin.close()
})

type Headers = Readonly<Record<string, string>>
type Row = readonly [why: string, headers: (own: string) => Headers, status: number]

const ROWS: readonly Row[] = [
  ['an allowed origin', () => ({ ...COOKIE, origin: APP }), 200],
  [
    'an allowed origin on another site',
    () => ({ ...COOKIE, origin: APP, 'sec-fetch-site': 'cross-site' }),
    200,
  ],
  ['the service’s own page', (own) => ({ ...COOKIE, origin: own }), 200],
  [
    'the service’s own page, as browsers send it',
    (own) => ({ ...COOKIE, origin: own, 'sec-fetch-site': 'same-origin' }),
    200,
  ],
  [
    'the service’s own page behind a proxy that ends TLS',
    () => ({ ...COOKIE, origin: 'https://api.example', 'sec-fetch-site': 'same-origin' }),
    200,
  ],
  ['an origin that is not allowed', () => ({ ...COOKIE, origin: EVIL }), 403],
  [
    'an origin that is not allowed, cross-site',
    () => ({ ...COOKIE, origin: EVIL, 'sec-fetch-site': 'cross-site' }),
    403,
  ],
  ['a sandboxed frame', () => ({ ...COOKIE, origin: 'null' }), 403],
  [
    'a sandboxed frame of the same site',
    () => ({ ...COOKIE, origin: 'null', 'sec-fetch-site': 'same-site' }),
    403,
  ],
  ['another port of the same host', (own) => ({ ...COOKIE, origin: own.replace(/\d+$/, '1') }), 403],
  ['another scheme of the same host', (own) => ({ ...COOKIE, origin: own.replace('http:', 'https:') }), 403],
  ['an allowed origin with a slash', () => ({ ...COOKIE, origin: `${APP}/` }), 403],
  ['an allowed origin in upper case', () => ({ ...COOKIE, origin: APP.toUpperCase() }), 403],
  ['an allowed origin as the beginning', () => ({ ...COOKIE, origin: `${APP}.evil.example` }), 403],
  ['two origins', () => ({ ...COOKIE, origin: `${APP}, ${EVIL}` }), 403],
  ['an empty origin', () => ({ ...COOKIE, origin: '' }), 403],
  ['no origin', () => COOKIE, 403],
  ['no origin, but a referrer', () => ({ ...COOKIE, referer: `${APP}/page` }), 403],
  ['a bearer token from an origin that is not allowed', () => ({ ...BEARER, origin: EVIL }), 200],
  ['a bearer token without an origin', () => BEARER, 200],
  [
    'a bearer token beside a cookie, from an origin that is not allowed',
    () => ({ ...BEARER, ...COOKIE, origin: EVIL }),
    200,
  ],
  [
    'a bad bearer token beside a good cookie',
    () => ({ authorization: 'Bearer bad', ...COOKIE, origin: EVIL }),
    401,
  ],
  [
    'an empty bearer token, which counts as none, beside a good cookie',
    () => ({ authorization: 'Bearer', ...COOKIE, origin: EVIL }),
    403,
  ],
  [
    'another scheme beside a good cookie',
    () => ({ authorization: 'Basic Z29vZA==', ...COOKIE, origin: EVIL }),
    403,
  ],
]

for (const [why, headers, status] of ROWS) {
  test(`§5.1 over a socket, an unsafe request from ${why}: ${status === 200 ? 'handled' : status}`, async () => {
    for (const method of ['POST', 'PUT']) {
      service.changes.length = 0
      assert.equal(await statusOf(service, method, headers(`http://127.0.0.1:${service.port}`)), status)
      assert.deepEqual(service.changes, status === 200 ? [`${method} by=socket`] : [])
    }
  })
}

test('§5.1 over a socket, a safe request with the cookie is served to any origin, which may not read it', async () => {
  assert.equal(await statusOf(service, 'GET', { ...COOKIE, origin: EVIL }), 200)
})

test('§5.1 over a socket, an any-origin policy names no origin: with the cookie only the service’s own page is handled', async () => {
  const own = `http://127.0.0.1:${anyOrigin.port}`
  assert.equal(await statusOf(anyOrigin, 'POST', { ...COOKIE, origin: EVIL }), 403)
  assert.equal(await statusOf(anyOrigin, 'POST', { ...COOKIE, origin: own }), 200)
  assert.equal(await statusOf(anyOrigin, 'POST', { ...BEARER, origin: EVIL }), 200)
})

function statusOf({ port }: BrowserService, method: string, headers: Headers): Promise<number | undefined> {
  const target = { host: '127.0.0.1', port, path: '/account?by=socket', method, headers, agent: false }
  return new Promise((resolve, reject) => {
    request(target, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}
