import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openChromium } from '../../scripts/chromium.ts'
import { signIn, watchPage } from '../../scripts/documentation-page.ts'
import { listen } from '../../scripts/listen.ts'
import { startTestService } from './test-service.ts'

/** What a page sees of a response: what its script can read, or that the browser withheld it. */
type Seen =
  | {
      readonly status: number
      readonly body: string
      readonly link: string | null
      readonly total: string | null
    }
  | 'refused'

interface AskOptions {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly credentials?: 'include'
}

// Both names mean this machine, but are two sites to a browser: cookies do not depend on the port.
const browser = await openChromium()
const site = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>')
})
const port = await listen(site)
const allowed = `http://localhost:${port}`
const foreign = `http://127.0.0.1:${port}`
const service = await startTestService({ HOST: 'localhost', ALLOWED_ORIGINS: allowed })
after(async () => {
  await browser.close()
  site.close().closeAllConnections()
  await service[Symbol.asyncDispose]()
})

const json = { 'content-type': 'application/json' }
const ann = { username: 'ann', password: 'correct horse' }

test('§4.4 a page of an allowed origin reads a created post, a 422, a 404 and the headers of a list', async () => {
  const page = await openPage(allowed)
  const post = (title: string) => ({ method: 'POST', headers: json, body: JSON.stringify({ title }) })
  const created = await ask(page, '/posts/', post('From a page'))
  assert.ok(created !== 'refused')
  assert.deepEqual([created.status, JSON.parse(created.body).title], [201, 'From a page'])
  await ask(page, '/posts/', post('Another'))

  const invalid = await ask(page, '/posts/', post(''))
  assert.ok(invalid !== 'refused')
  assert.deepEqual([invalid.status, JSON.parse(invalid.body).detail[0].type], [422, 'string_too_short'])
  const missing = await ask(page, '/posts/999')
  assert.ok(missing !== 'refused' && missing.status === 404)
  const list = await ask(page, '/posts/?limit=1')
  assert.ok(list !== 'refused')
  assert.match(list.link ?? '', /^<\/posts\/\?limit=1&cursor=[\w-]+>; rel="next"$/)
  assert.equal(list.total, '2')
  await page.close()
})

test('§4.4 a page of another origin reads nothing, and cannot even send what needs a preflight', async () => {
  const page = await openPage(foreign)
  assert.equal(await ask(page, '/posts/'), 'refused')
  const body = JSON.stringify({ title: 'From elsewhere' })
  assert.equal(await ask(page, '/posts/', { method: 'POST', headers: json, body }), 'refused')
  assert.equal(await ask(page, '/posts/1', { method: 'DELETE' }), 'refused')
  await page.close()
  const stored = await (await fetch(`${service.origin}/posts/`)).text()
  assert.deepEqual(JSON.parse(stored).posts, ['Another', 'From a page'])
})

test('§5.1 a page of an allowed origin signs in with a cookie, is recognized by it, and signs out', async () => {
  const page = await openPage(allowed)
  const include = { credentials: 'include' } as const
  const user = JSON.stringify({ ...ann, email: 'ann@example.com', age: 30 })
  const signedUp = await ask(page, '/users/', { method: 'POST', headers: json, body: user })
  assert.ok(signedUp !== 'refused' && signedUp.status === 201)
  const signIn = { method: 'POST', headers: json, body: JSON.stringify(ann), ...include }
  const signedIn = await ask(page, '/session/', signIn)
  assert.ok(signedIn !== 'refused' && signedIn.status === 204)

  const known = await ask(page, '/api/protected/', include)
  assert.ok(known !== 'refused')
  assert.deepEqual([known.status, JSON.parse(known.body)], [200, { message: 'Hello ann' }])
  const bare = await ask(page, '/api/protected/')
  assert.ok(bare !== 'refused' && bare.status === 401)
  const signedOut = await ask(page, '/session/', { method: 'DELETE', ...include })
  assert.ok(signedOut !== 'refused' && signedOut.status === 204)
  const unknown = await ask(page, '/api/protected/', include)
  assert.ok(unknown !== 'refused' && unknown.status === 401)
  await page.close()
})

test('§5.1 a page of an allowed origin on another site, whose browser keeps no cookie, cannot sign in with one and can read why', async () => {
  await using other = await startTestService({ HOST: 'localhost', ALLOWED_ORIGINS: foreign })
  const page = await openPage(foreign)
  const user = JSON.stringify({ ...ann, email: 'ann@example.com', age: 30 })
  await ask(page, `${other.origin}/users/`, { method: 'POST', headers: json, body: user })
  const signIn = { method: 'POST', headers: json, body: JSON.stringify(ann), credentials: 'include' } as const
  const refused = await ask(page, `${other.origin}/session/`, signIn)
  assert.ok(refused !== 'refused')
  assert.deepEqual(
    [refused.status, JSON.parse(refused.body).detail],
    [
      403,
      "A browser keeps no cookie for a page of another site, and localhost and 127.0.0.1 are two sites; call a host of the page's own site, or sign in at /token",
    ],
  )
  await page.close()
})

test('a browser caches a preflight response for an address, except for requests with a condition', async () => {
  const page = await openPage(allowed)
  const body = JSON.stringify({ title: 'Kept' })
  const preflights = () => service.log.filter(({ method }) => method === 'OPTIONS').length
  const preflightsFor = async (options: AskOptions) => {
    const before = preflights()
    assert.notEqual(await ask(page, '/posts/2', options), 'refused')
    return preflights() - before
  }
  const put = { method: 'PUT', headers: json, body }
  assert.deepEqual(
    [await preflightsFor(put), await preflightsFor(put), await preflightsFor({ method: 'DELETE' })],
    [1, 0, 0],
  )
  const conditional = { ...put, headers: { ...json, 'if-match': '*' } }
  assert.deepEqual([await preflightsFor(conditional), await preflightsFor(conditional)], [1, 1])
  await page.close()
})

test('§4.1 on /docs a user signs in with the password form and creates a post with Try it out', async () => {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
  page.setDefaultTimeout(15_000)
  const complaints = await watchPage(page, service.origin)
  await page.goto(`${service.origin}/docs`)
  await signIn(page, ann)

  const operation = page.locator('#operations-posts-createPost')
  await operation.locator('.opblock-summary').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.locator('textarea').fill('{"title": "From the documentation"}')
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table .response')
  await answer.waitFor()
  assert.match(await answer.innerText(), /201[\s\S]*From the documentation/)
  assert.deepEqual(complaints, [])
  await page.close()

  // The token was sent: the post belongs to Ann, so no one else may delete it.
  const { status } = await fetch(`${service.origin}/posts/3`, { method: 'DELETE' })
  assert.equal(status, 401)
})

test('§4.1 /redoc shows every operation and requests nothing from other hosts', async () => {
  const page = await browser.newPage()
  page.setDefaultTimeout(15_000)
  const complaints = await watchPage(page, service.origin)
  await page.goto(`${service.origin}/redoc`)
  for (const summary of ['Create a post', 'Sign a user up', 'Read a message for signed-in users']) {
    await page.getByRole('heading', { name: summary }).waitFor()
  }
  assert.deepEqual(complaints, [])
  await page.close()
})

async function openPage(origin: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(origin)
  return page
}

/** Sends a request from the script of the page. */
function ask(page: Page, path: string, options: AskOptions = {}): Promise<Seen> {
  return page.evaluate(
    async ({ url, options: given }) => {
      try {
        const answer = await fetch(url, given)
        const { status, headers } = answer
        const body = await answer.text()
        return { status, body, link: headers.get('link'), total: headers.get('x-total-count') }
      } catch {
        return 'refused'
      }
    },
    { url: new URL(path, service.origin).href, options },
  )
}
