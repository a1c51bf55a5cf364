import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openChromium } from '../../../../scripts/chromium.ts'
import { signIn, takePicture, tryOperation, watchPage } from '../../../../scripts/documentation-page.ts'
import { listen } from '../../../../scripts/listen.ts'
import { describePages } from './pages.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Small', version: '1.0.0' },
  paths: {
    '/protected/': {
      get: {
        operationId: 'readProtected',
        summary: 'Read what is protected',
        security: [{ password: [] }],
        responses: { 200: { description: 'The message' } },
      },
    },
  },
  components: {
    securitySchemes: { password: { type: 'oauth2', flows: { password: { tokenUrl: 'token', scopes: {} } } } },
  },
}

const mounts = [
  { rootPath: '', slash: '' },
  { rootPath: '/v1', slash: '' },
  { rootPath: '/v1', slash: '/' },
]
for (const { rootPath, slash } of mounts) {
  test(`§4.1 /docs${slash} and /redoc work in a browser if mounted at '${rootPath}'`, async (t) => {
    const { origin, close } = await serve(rootPath)
    after(close)

    await t.test('Swagger UI shows the operation, signs in and tries it', async () => {
      const watched = await openPage(origin)
      const { page } = watched
      await page.goto(`${origin}${rootPath}/docs${slash}`)
      await signIn(page, { username: 'ann', password: 'correct horse' })
      await page.getByText('Read what is protected').click()
      assert.match(await tryOperation(page), /Hello ann/)
      await finish(watched, `docs${rootPath}`)
    })

    await t.test('ReDoc shows the operation and finds it', async () => {
      const watched = await openPage(origin)
      const { page } = watched
      await page.goto(`${origin}${rootPath}/redoc/`)
      await page.getByRole('heading', { name: 'Read what is protected' }).waitFor()
      await page.getByRole('textbox').fill('protected')
      await page.locator('[data-role="search:results"] li').first().waitFor()
      await finish(watched, `redoc${rootPath}`)
    })
  })
}

let browser: Browser
before(async () => {
  browser = await openChromium()
})
after(() => browser.close())

interface Watched {
  readonly page: Page
  readonly complaints: readonly string[]
}

async function openPage(origin: string): Promise<Watched> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
  page.setDefaultTimeout(10_000)
  return { page, complaints: await watchPage(page, origin) }
}

async function finish({ page, complaints }: Watched, name: string): Promise<void> {
  await takePicture(page, name)
  assert.deepEqual(complaints, [])
  await page.close()
}

async function serve(rootPath: string): Promise<{ origin: string; close: () => void }> {
  const pages = describePages({ title: 'Small', rootPath })
  const json = (status: number, value: unknown) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: () => JSON.stringify(value),
  })
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').slice(rootPath.length)
    const header = (name: string) => request.headers[name]?.toString()
    const answers: Record<string, () => ReturnType<typeof json>> = {
      '/openapi.json': () => json(200, { ...document, servers: [{ url: rootPath || '/' }] }),
      '/token': () => json(200, { access_token: 'pst_secret', token_type: 'bearer' }),
      '/protected/': () =>
        header('authorization') === 'Bearer pst_secret' ? json(200, { message: 'Hello ann' }) : json(401, {}),
    }
    const found = answers[path]?.() ?? (await pages.find(path, header)) ?? json(404, { detail: path })
    response.writeHead('status' in found ? found.status : 200, found.headers).end(await found.body())
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  return { origin, close: () => void server.close().closeAllConnections() }
}
