import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { describePages } from './pages.ts'

const sources = new URL('../../../../scripts/docs-assets/', import.meta.url)
const pages = describePages({ title: 'Posts & <Users>' })

async function get(path: string, headers: Record<string, string> = {}, from = pages) {
  const answer = await from.answer(path, (name) => headers[name])
  assert.ok(answer, `${path} is not served`)
  return { ...answer, body: answer.body ?? '', headers: record(answer.headers) }
}

function record(headers: readonly string[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]]] : [])))
}

function links(html: string | Uint8Array): string[] {
  return [...String(html).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
}

for (const path of ['/docs', '/docs/', '/redoc', '/redoc/']) {
  test(`§4.1 GET ${path} answers a page that loads nothing inline and nothing from elsewhere`, async () => {
    const { status, headers, body } = await get(path)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(headers['content-security-policy'] ?? '', /^default-src 'none'; script-src 'self';/)
    assert.doesNotMatch(String(body), /<script(?! src=)|<style|https?:/)
    assert.match(String(body), /<title>Posts &#38; &#60;Users&#62; - /)
    for (const url of links(body).filter((link) => link !== 'data:,'))
      assert.equal((await get(url)).status, 200)
  })
}

test('inline styles are allowed to ReDoc alone', async () => {
  const policy = async (path: string) => (await get(path)).headers['content-security-policy'] ?? ''
  assert.doesNotMatch(await policy('/docs'), /unsafe/)
  assert.match(await policy('/redoc'), /style-src 'self' 'unsafe-inline'/)
  assert.doesNotMatch((await policy('/redoc')).replace(/style-src [^;]+/, ''), /unsafe/)
})

test('an asset is the same zipped and plain, under its own validator and hash', async () => {
  const { body: html } = await get('/docs')
  for (const path of links(html).filter((link) => link !== 'data:,')) {
    const zipped = await get(path, { 'accept-encoding': 'br, gzip;q=0.5' })
    const plain = await get(path, { 'accept-encoding': 'gzip;q=0' })
    assert.equal(zipped.headers['content-encoding'], 'gzip')
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.ok(plain.body instanceof Uint8Array && gunzipSync(zipped.body).equals(plain.body))
    const hash = createHash('sha256').update(plain.body).digest('hex')
    assert.equal(path.split('/').at(-2), hash.slice(0, 16))
    assert.equal(plain.headers.etag, `"${hash.slice(0, 32)}"`)
    assert.notEqual(zipped.headers.etag, plain.headers.etag)
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  }
})

test('a validator the client already has is answered 304, with no body', async () => {
  const [style = ''] = links((await get('/docs')).body).filter((link) => link.endsWith('.css'))
  const { headers } = await get(style)
  const again = await get(style, { 'if-none-match': `"other", W/${headers.etag}` })
  assert.deepEqual([again.status, again.body], [304, ''])
  assert.equal((await get(style, { 'if-none-match': '"other"' })).status, 200)
})

test('other paths are left to the routes', async () => {
  const [style = ''] = links((await get('/docs')).body).filter((link) => link.endsWith('.css'))
  const wrongHash = style.replace(/[0-9a-f]{16}/, '0000000000000000')
  for (const path of [
    '/',
    '/docs/x',
    '/docsx',
    `/x${style}`,
    wrongHash,
    `${style}x`,
    '/docs/assets/0/__proto__',
  ]) {
    assert.equal(
      pages.answer(path, () => undefined),
      undefined,
      path,
    )
  }
})

test('a page can be moved, mounted under a prefix, or switched off', async () => {
  const moved = describePages({
    title: 'T',
    docsUrl: '/help',
    redocUrl: null,
    openapiUrl: '/o.json',
    rootPath: '/v1',
  })
  assert.deepEqual(moved.paths, ['/help'])
  assert.equal(
    moved.answer('/redoc', () => undefined),
    undefined,
  )
  const { body } = await get('/help', {}, moved)
  assert.match(String(body), /data-openapi-url="\/v1\/o\.json"/)
  for (const url of links(body).filter((link) => link !== 'data:,')) {
    assert.ok(url.startsWith('/v1/help/assets/'), url)
    assert.equal((await get(url.replace('/v1', ''), {}, moved)).status, 200)
  }
})

test('the shipped start scripts and style are those of the sources', async () => {
  const shipped = [...links((await get('/docs')).body), ...links((await get('/redoc')).body)]
  for (const name of await readdir(sources)) {
    const path = shipped.find((link) => link.endsWith(`/${name}`))
    const { body } = await get(path ?? name)
    assert.equal(Buffer.from(body).toString(), await readFile(new URL(name, sources), 'utf8'))
  }
})
