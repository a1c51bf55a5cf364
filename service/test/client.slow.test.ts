import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { build } from 'esbuild'
import { openChromium } from '../../scripts/chromium.ts'
import { listen } from '../../scripts/listen.ts'
import { startTestService } from './test-service.ts'

/** What a page does with the client; its own origin is not the service's. */
const program = `
import { createPosternClient } from 'postern/client'

const withCookies = (request) => fetch(request, { credentials: 'include' })
window.run = async (baseUrl) => {
  const client = createPosternClient({ baseUrl, fetch: withCookies, validate: true })
  const user = { username: 'ann', password: 'correct horse' }
  const signedUp = await client.signUp({ body: { ...user, email: 'ann@example.com', age: 30 } })
  const signedIn = await client.signIn({ body: user })
  const created = await client.createPost({ body: { title: 'From a page' } })
  const list = await client.listPostSummaries({ query: { author_id: signedUp.body.id } })
  const wrong = await client.createPost({ body: { title: '' } })
  return [signedUp.status, signedIn.status, created.body.created_at.year > 2000, list.body.posts[0].title, wrong.body.detail[0].type]
}
`

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    // Node-only modules cannot be resolved for this platform.
    platform: 'browser',
    target: 'es2024',
  })
  return outputFiles[0]?.text ?? ''
}

test('the typed client works in a page of another origin, and has no code of the server in its bundle', async () => {
  const script = await bundle()
  for (const name of ['scrypt', 'sqlite', 'SELECT ', 'swagger', 'access-control-allow'])
    assert.ok(!script.includes(name), `the bundle has ${name}`)
  const site = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>')
  })
  const origin = `http://localhost:${await listen(site)}`
  const service = await startTestService({ HOST: 'localhost', ALLOWED_ORIGINS: origin })
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    await page.goto(origin)
    assert.deepEqual(await page.evaluate(`run(${JSON.stringify(service.origin)})`), [
      201,
      204,
      true,
      'From a page',
      'string_too_short',
    ])
  } finally {
    await browser.close()
    site.close().closeAllConnections()
    await service[Symbol.asyncDispose]()
  }
})
