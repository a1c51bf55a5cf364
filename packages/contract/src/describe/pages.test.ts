import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { describePages } from './pages.ts'

const sources = new URL('../../../../scripts/docs-assets/', import.meta.url)
const elsewhere = { givesCodes: true, origins: ['https://api.example', 'https://id.example'] }
const pages = describePages({ title: 'Posts & <Users>' }, elsewhere)

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

for (const path of ['/docs', '/docs/', '/docs/oauth2-redirect', '/redoc', '/redoc/']) {
  test(`§4.1 GET ${path} returns a page that loads nothing inline and nothing from other origins`, async () => {
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

const policies: readonly [path: string, style: string, connect: string, more: string][] = [
  ['/docs', "'self'", "'self' https://api.example https://id.example", ''],
  ['/docs/oauth2-redirect', "'self'", "'self'", ''],
  ['/redoc', "'self' 'unsafe-inline'", "'self'", '; worker-src blob:'],
]

for (const [path, style, connect, more] of policies) {
  test(`${path} cannot be framed, and may load and request only what it needs`, async () => {
    assert.deepEqual((await get(path)).headers, {
      'content-security-policy':
        `default-src 'none'; script-src 'self'; style-src ${style}; connect-src ${connect}; img-src 'self' data:; ` +
        `base-uri 'none'; form-action 'self'; frame-ancestors 'none'${more}`,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })
}

test('an asset is the same zipped and plain, with its own ETag and hash', async () => {
  const { body: html } = await get('/docs')
  for (const path of links(html).filter((link) => link !== 'data:,')) {
    const zipped = await get(path, { 'accept-encoding': 'br, gzip;q=0.5' })
    const plain = await get(path, { 'accept-encoding': 'gzip;q=0' })
    assert.deepEqual([zipped.status, plain.status], [200, 200])
    assert.deepEqual(zipped.headers, {
      ...plain.headers,
      etag: plain.headers.etag?.replace(/"$/, '-gzip"'),
      'content-encoding': 'gzip',
    })
    assert.ok(plain.body instanceof Uint8Array && gunzipSync(zipped.body).equals(plain.body))
    const hash = createHash('sha256').update(plain.body).digest('hex')
    assert.equal(path.split('/').at(-2), hash.slice(0, 16))
    assert.deepEqual(plain.headers, {
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hash.slice(0, 32)}"`,
      vary: 'Accept-Encoding',
      'content-type': `text/${path.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
      'x-content-type-options': 'nosniff',
    })
  }
})

const accepted: readonly [header: string | undefined, isZipped: boolean][] = [
  ['gzip', true],
  ['GZip', true],
  ['br , gzip ; q=0.001', true],
  ['deflate,gzip;q=1', true],
  [undefined, false],
  ['', false],
  ['br', false],
  ['x-gzip', false],
  ['gzipped', false],
  ['gzip;q=0', false],
  ['gzip; q=0.000 , br', false],
]

for (const [header, isZipped] of accepted) {
  test(`accept-encoding ${header}: ${isZipped ? 'zipped' : 'plain'}`, async () => {
    const [style = ''] = links((await get('/docs')).body).filter((link) => link.endsWith('.css'))
    const { headers } = await get(style, header === undefined ? {} : { 'accept-encoding': header })
    assert.equal(headers['content-encoding'], isZipped ? 'gzip' : undefined)
  })
}

test('an ETag that the client already has results in a 304 without a body', async () => {
  const [style = ''] = links((await get('/docs')).body).filter((link) => link.endsWith('.css'))
  const { headers } = await get(style)
  const again = await get(style, { 'if-none-match': `"other", W/${headers.etag}` })
  assert.deepEqual([again.status, again.body], [304, ''])
  assert.partialDeepStrictEqual(headers, again.headers)
  assert.deepEqual(Object.keys(again.headers), ['cache-control', 'etag', 'vary'])
  assert.equal((await get(style, { 'if-none-match': '*' })).status, 304)
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
  assert.match(String(body), /data-openapi-url="\/v1\/o\.json" data-page-url="\/v1\/help"/)
  for (const url of links(body).filter((link) => link !== 'data:,')) {
    assert.ok(url.startsWith('/v1/help/assets/'), url)
    assert.equal((await get(url.replace('/v1', ''), {}, moved)).status, 200)
  }
})

test('a page at the root has its own path, and without Swagger UI there is no page for codes', async () => {
  const root = describePages({ title: 'T', docsUrl: '/', rootPath: '/v1' }, elsewhere)
  assert.deepEqual(root.paths, ['', '/oauth2-redirect', '/redoc'])
  const { body } = await get('/', {}, root)
  assert.match(String(body), /data-oauth2-redirect-url="\/v1\/oauth2-redirect" data-page-url="\/v1\/"/)
  assert.deepEqual(describePages({ title: 'T', docsUrl: null }, elsewhere).paths, ['/redoc'])
})

test('the shipped start scripts and styles are identical to their sources', async () => {
  const shipped = [...links((await get('/docs')).body), ...links((await get('/redoc')).body)]
  for (const name of await readdir(sources)) {
    const path = shipped.find((link) => link.endsWith(`/${name}`))
    const { body } = await get(path ?? name)
    assert.equal(Buffer.from(body).toString(), await readFile(new URL(name, sources), 'utf8'))
  }
})
