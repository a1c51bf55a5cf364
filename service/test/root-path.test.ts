import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseSettings } from '../src/settings.ts'
import { openStrippingProxy } from './stripping-proxy.ts'
import { startTestService } from './test-service.ts'

const service = await startTestService({ ROOT_PATH: '/api' })
const proxy = await openStrippingProxy(service.origin, '/api')
after(async () => {
  await proxy.close()
  await service[Symbol.asyncDispose]()
})

const headers = { 'content-type': 'application/json' }
const post = (path: string, body: object, more?: Record<string, string>) =>
  fetch(`${proxy.origin}${path}`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify(body),
  })
const follow = async (place: string | null) => (await fetch(new URL(place ?? '', proxy.origin))).status

test('§4.1 the links of a stored record and of a page of a list work behind a proxy that strips a prefix', async () => {
  const created = await post('/api/posts/', { title: 'One' }, { 'idempotency-key': 'one' })
  assert.equal(created.headers.get('location'), '/api/posts/1')
  assert.equal(await follow('/api/posts/1'), 200)
  const replayed = await post('/api/posts/', { title: 'One' }, { 'idempotency-key': 'one' })
  assert.equal(replayed.headers.get('location'), '/api/posts/1')
  const user = { username: 'ann', email: 'ann@example.com', age: 30, password: 'correct horse' }
  assert.equal((await post('/api/users/', user)).headers.get('location'), '/api/users/1')
  await post('/api/posts/', { title: 'Two' })
  // The second is the alias of the specification, whose path starts like the prefix.
  for (const path of ['/api/posts/', '/api/api/posts/']) {
    const link = (await fetch(`${proxy.origin}${path}?limit=1`)).headers.get('link')
    const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(link ?? '') ?? []
    assert.ok(next.startsWith(`${path}?limit=1&cursor=`), next)
    assert.equal(await follow(next), 200)
  }
})

test('§4.1 the document and the files of its pages are found behind the proxy', async () => {
  const document = await (await fetch(`${proxy.origin}/api/openapi.json`)).json()
  assert.deepEqual(document, service.document)
  assert.deepEqual(document.servers, [{ url: '/api' }])
  for (const page of ['/api/docs', '/api/redoc']) {
    const html = await (await fetch(`${proxy.origin}${page}`)).text()
    const places = [...html.matchAll(/(?:src|href|data-openapi-url)="(\/[^"]*)"/g)].map(
      ([, place = '']) => place,
    )
    assert.ok(places.length >= 3, html)
    for (const place of places) assert.equal(await follow(place), 200, place)
  }
})

test('§5 the token URL in the document works behind the proxy', async () => {
  const address = `${proxy.origin}/api/openapi.json`
  const { components } = await (await fetch(address)).json()
  const place = new URL(components.securitySchemes.password.flows.password.tokenUrl, address)
  const body = new URLSearchParams({ username: 'nobody', password: 'correct horse' })
  assert.equal((await fetch(place, { method: 'POST', body })).status, 401)
})

test('without a proxy in front the paths do not change', async () => {
  assert.equal((await fetch(`${service.origin}/posts/1`)).status, 200)
  assert.equal((await fetch(`${service.origin}/api/users/1`)).status, 404)
})

for (const path of ['v1', '/', '/v1/', '//v1', '/v1?a', '/v 1', '/v1;a', 'https://x.example/v1', '/höme']) {
  test(`a ROOT_PATH that is not a path is refused: ${path}`, () => {
    assert.throws(() => parseSettings({ ROOT_PATH: path }), {
      name: 'SettingsError',
      message: /ROOT_PATH: .* is refused: .*begins with a slash and ends without one\. Write ROOT_PATH=\/v1$/,
    })
  })
}

test('§4.1 links begin with the prefix as it is, whatever characters it has', async () => {
  const prefix = "/$&$'"
  await using other = await startTestService({ ROOT_PATH: prefix })
  for (const id of [1, 2]) {
    const body = JSON.stringify({ title: 'One' })
    const created = await fetch(`${other.origin}/posts/`, { method: 'POST', headers, body })
    assert.equal(created.headers.get('location'), `${prefix}/posts/${id}`)
  }
  const link = (await fetch(`${other.origin}/posts/?limit=1`)).headers.get('link')
  assert.ok(link?.startsWith(`<${prefix}/posts/?limit=1&cursor=`), String(link))
})
