import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { after, test } from 'node:test'
import { type Api, tokenFrom } from '@postern/contract'
import { toNodeListener } from '@postern/contract/node'
import type { BrowserContext, Page } from 'playwright-core'
import { openChromium } from '../../scripts/chromium.ts'
import { takePicture, tryOperation, watchPage } from '../../scripts/documentation-page.ts'
import { listen } from '../../scripts/listen.ts'
import { startTestService } from '../../service/test/test-service.ts'
import { openLibrary } from './open-library.ts'

const servers: Server[] = []
const browser = await openChromium()
const service = await startTestService()
after(async () => {
  await browser.close()
  await service[Symbol.asyncDispose]()
  for (const server of servers) server.close().closeAllConnections()
})

const guard = tokenFrom({ cookie: 'desk' })

interface Shown {
  /** The URL of the pages, including the prefix. */
  readonly base: () => Promise<string>
  readonly title: string
  /** Text that a reader looks for. */
  readonly texts: readonly string[]
}

const shown: Readonly<Record<string, Shown>> = {
  service: {
    base: async () => service.origin,
    title: 'Posts and Users',
    texts: [
      'Create a post',
      'Sign a user up',
      'Sign in and get a bearer token',
      'Read a message for signed-in users',
    ],
  },
  library: {
    base: () => mount(openLibrary()),
    title: 'Library',
    texts: ['Buy a book', 'Lend a book', 'Sign a reader up', 'Read Cover'],
  },
  'library, problem details, mounted under a prefix': {
    base: () =>
      mount(openLibrary({ errors: 'problem', documents: { rootPath: '/v1/library' } }), '/v1/library'),
    title: 'Library',
    texts: ['Buy a book', 'Lend a book'],
  },
}

for (const [name, { base, title, texts }] of Object.entries(shown)) {
  test(`§4.1 Swagger UI shows the document: ${name}`, async () => {
    const watched = await openPage(await base(), '/docs')
    const { page } = watched
    await page.getByRole('heading', { name: title }).waitFor()
    assert.equal(await page.title(), `${title} - Swagger UI`)
    for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor()
    await page
      .getByText(texts[0] ?? '', { exact: true })
      .first()
      .click()
    await page.getByText('Example Value').first().waitFor()
    assert.equal(await page.locator('.errors-wrapper').count(), 0)
    await finish(watched, `docs ${name}`)
  })

  test(`§4.1 ReDoc shows the document: ${name}`, async () => {
    const watched = await openPage(await base(), '/redoc')
    const { page } = watched
    await page.getByRole('heading', { name: title, exact: false }).first().waitFor()
    assert.equal(await page.title(), `${title} - ReDoc`)
    for (const text of texts) await page.getByRole('heading', { name: text }).first().waitFor()
    assert.equal(await page.getByText('Something went wrong').count(), 0)
    await finish(watched, `redoc ${name}`)
  })
}

test('Swagger UI tries an operation of the library under its prefix', async () => {
  const base = await mount(openLibrary({ documents: { rootPath: '/v1/library' } }), '/v1/library')
  const watched = await openPage(base, '/docs')
  const { page } = watched
  await page.getByText('Sign a reader up', { exact: true }).click()
  assert.match(await tryOperation(page), /"id": 1/)
  await finish(watched, 'docs tried')
})

test('Swagger UI sends each value of a list in a form under its name', async () => {
  const watched = await openPage(await mount(openLibrary()), '/docs')
  const { page } = watched
  await page.getByText('Import Readers', { exact: true }).click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Add string item' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  const shown = page.locator('.live-responses-table .response-col_description .highlight-code').first()
  assert.match(await shown.innerText(), /"bytes": 2/)
  await finish(watched, 'docs list')
})

test('behind a guard the pages and the document are hidden without a token, and shown with the cookie', async () => {
  const base = await mount(openLibrary({ documents: { security: guard } }))
  for (const path of ['/docs', '/redoc', '/openapi.json'])
    assert.equal((await fetch(base + path)).status, 401, path)
  const watched = await openPage(base, '/docs', 'desk-token')
  await watched.page.getByText('Buy a book', { exact: true }).waitFor()
  await finish(watched, 'docs guarded')
})

test('turned off, the pages and the document are gone, and the operations stay', async () => {
  const base = await mount(openLibrary({ documents: false }))
  for (const path of ['/docs', '/redoc', '/openapi.json'])
    assert.equal((await fetch(base + path)).status, 404, path)
  assert.equal((await fetch(`${base}/books/`)).status, 200)
})

/** Serves an API as a host does that removes its prefix from the path; returns the URL. */
async function mount(api: Api, prefix = ''): Promise<string> {
  const listener = toNodeListener(api)
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(prefix)) return response.writeHead(404).end()
    request.url = request.url.slice(prefix.length)
    listener(request, response)
    return response
  })
  servers.push(server)
  return `http://127.0.0.1:${await listen(server)}${prefix}`
}

interface Watched {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: readonly string[]
}

async function openPage(base: string, path: string, desk?: string): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } })
  if (desk !== undefined) await context.addCookies([{ name: 'desk', value: desk, url: base }])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints = await watchPage(page, base)
  const answer = await page.goto(base + path)
  assert.match(answer?.headers()['content-security-policy'] ?? '', /script-src 'self'(;|$)/)
  return { page, context, complaints }
}

async function finish({ page, context, complaints }: Watched, name: string): Promise<void> {
  await takePicture(page, name, { fullPage: name.startsWith('docs') })
  assert.deepEqual(complaints, [])
  await context.close()
}
