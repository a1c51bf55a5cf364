import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openBrowser } from './browser.ts'
import { type FetchRequest, openPage, openSandbox } from './page.ts'
import { openService } from './service.ts'

/** Pages that are not allowed: the same site on another port, another site, a frame without an origin. */

const {
  context,
  ports: [site, other],
} = await openBrowser()
const app = `http://app.localhost:${site}`
const service = await openService({ allowOrigins: [app], allowCredentials: true })
const allowed = await openPage(context, app)
const own = await openPage(context, `${service.origin}/page`)
const foreign = [
  await openPage(context, `http://api.localhost:${other}`),
  await openPage(context, `http://www.localhost:${site}`),
  await openSandbox(context, app),
]
await own.ask({ url: `${service.origin}/session`, method: 'POST' })
beforeEach(() => {
  service.changes.length = 0
  service.received.length = 0
})
after(service.close)

const plain = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }
const include = { credentials: 'include' } as const

// Requests without a preflight: the browser sends these with the cookie, whatever the policy.
const UNASKED: readonly (readonly [why: string, init: Omit<FetchRequest, 'url'>])[] = [
  ['a simple POST', { ...plain, ...include }],
  ['a POST whose response is not wanted', { ...plain, ...include, mode: 'no-cors' }],
]

for (const [why, init] of UNASKED) {
  test(`§5.1 in Chromium, ${why} of a foreign page arrives with the cookie and does not reach the handler`, async () => {
    for (const [index, page] of foreign.entries()) {
      await page.ask({ url: `${service.origin}/account?${index}`, ...init })
      const [arrived] = service.received.filter(({ url }) => url === `/account?${index}`)
      assert.match(arrived?.cookie ?? '', /session=good/, page.origin)
    }
    assert.deepEqual(service.changes, [])
  })
}

test('§5.1 in Chromium, a form that a foreign page submits arrives with the cookie and does not reach the handler', async () => {
  const page = await context.newPage()
  await page.goto(foreign[1]?.origin ?? '')
  const answered = page.waitForResponse((response) => response.url().startsWith(service.origin))
  await page.evaluate((action) => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = action
    document.body.append(form)
    form.submit()
  }, `${service.origin}/account?form`)
  assert.equal((await answered).status(), 403)
  assert.match(service.received[0]?.cookie ?? '', /session=good/)
  assert.deepEqual(service.changes, [])
})

test('§5.1 in Chromium, a beacon of a foreign page does not reach the handler', async () => {
  const page = await context.newPage()
  await page.goto(foreign[0]?.origin ?? '')
  const url = `${service.origin}/account?beacon`
  const answered = page.waitForResponse(url)
  await page.evaluate((target) => navigator.sendBeacon(target, 'x'), url)
  assert.equal((await answered).status(), 403)
  assert.deepEqual(service.changes, [])
})

test('§5.1 in Chromium, a PUT of a foreign page is not even sent', async () => {
  for (const page of foreign) {
    const seen = await page.ask({ url: `${service.origin}/account`, method: 'PUT', ...include })
    assert.equal(seen, 'refused')
  }
  assert.deepEqual(service.changes, [])
  assert.ok(service.received.every(({ isPreflight }) => isPreflight))
})

test('§5.1 in Chromium, allowed pages and the service’s own change things with the cookie', async () => {
  for (const [name, page] of [
    ['allowed', allowed],
    ['own', own],
  ] as const) {
    for (const method of ['POST', 'PUT']) {
      const seen = await page.ask({ url: `${service.origin}/account?${name}`, ...plain, method, ...include })
      assert.ok(seen !== 'refused' && seen.status === 200)
    }
  }
  assert.deepEqual(service.changes, ['POST allowed', 'PUT allowed', 'POST own', 'PUT own'])
})

test('§5.1 in Chromium, a bearer token needs no cookie and no allowed origin, where the policy lets it be sent', async () => {
  const open = await openService({ allowOrigins: ['*'] })
  try {
    const headers = { authorization: 'Bearer good' }
    for (const page of [allowed, ...foreign]) {
      const seen = await page.ask({ url: `${open.origin}/account?bearer`, method: 'POST', headers })
      assert.ok(seen !== 'refused' && seen.status === 200, page.origin)
    }
    assert.equal(open.changes.length, 4)
  } finally {
    open.close()
  }
})
