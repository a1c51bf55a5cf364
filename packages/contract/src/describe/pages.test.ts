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
  const found = await from.find(path, (name) => headers[name])
  assert.ok(found, `${path} is not served`)
  return { headers: found.headers, etag: found.etag, body: await found.body() }
}

function links(html: string | Uint8Array): string[] {
  return [...String(html).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
}

for (const path of ['/docs', '/docs/', '/docs/oauth2-redirect', '/redoc', '/redoc/']) {
  test(`§4.1 GET ${path} returns a page that loads nothing inline and nothing from other origins`, async () => {
    const { headers, body } = await get(path)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(headers['content-security-policy'] ?? '', /^default-src 'none'; script-src 'self';/)
    assert.doesNotMatch(String(body), /<script(?! src=)|<style|https?:/)
    assert.match(String(body), /<title>Posts &#38; &#60;Users&#62; - /)
    for (const url of links(body).filter((link) => link !== 'data:,')) assert.ok(await get(url))
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
    assert.deepEqual(zipped.headers, { ...plain.headers, 'content-encoding': 'gzip' })
    assert.equal(zipped.etag, plain.etag?.replace(/"$/, '-gzip"'))
    assert.ok(plain.body instanceof Uint8Array && gunzipSync(zipped.body).equals(plain.body))
    const hash = createHash('sha256').update(plain.body).digest('hex')
    assert.equal(path.split('/').at(-2), hash.slice(0, 16))
    assert.equal(plain.etag, `"${hash.slice(0, 32)}"`)
    assert.deepEqual(plain.headers, {
      'cache-control': 'public, max-age=31536000, immutable',
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
      pages.find(path, () => undefined),
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
    moved.find('/redoc', () => undefined),
    undefined,
  )
  const { body } = await get('/help', {}, moved)
  assert.match(String(body), /data-openapi-url="\/v1\/o\.json" data-page-url="\/v1\/help"/)
  for (const url of links(body).filter((link) => link !== 'data:,')) {
    assert.ok(url.startsWith('/v1/help/assets/'), url)
    assert.ok(await get(url.replace('/v1', ''), {}, moved))
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
