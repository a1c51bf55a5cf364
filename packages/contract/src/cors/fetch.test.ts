import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { listen } from '../../../../scripts/listen.ts'
import { forget } from '../../test/forget.ts'
import { type FetchHandler, withCors } from './fetch.ts'
import { compilePolicy } from './policy.ts'

const APP = 'https://app.example.com'
const POLICY = compilePolicy({
  allowOrigins: [APP],
  allowCredentials: true,
  exposeHeaders: ['X-Total-Count'],
})

test('a preflight gets its response without the handler', async () => {
  const handler = withCors(POLICY, () => assert.fail('reached'))
  const headers = {
    origin: APP,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  }
  const response = await handler(new Request('http://api.example/posts/7', { method: 'OPTIONS', headers }))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-length'), '0')
  assert.equal(response.headers.get('access-control-allow-origin'), APP)
  assert.match(response.headers.get('access-control-allow-methods') ?? '', /\bPUT\b/)
  assert.equal(await response.text(), '')
})

test('a refused preflight says why in JSON, also without the handler', async () => {
  const handler = withCors(POLICY, () => assert.fail('reached'))
  const headers = {
    origin: APP,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'x-secret',
  }
  const response = await handler(new Request('http://api.example/posts/7', { method: 'OPTIONS', headers }))
  const { detail }: { detail: { type: string }[] } = await response.json()
  assert.deepEqual([response.status, detail[0]?.type], [403, 'cors_headers'])
})

test('the response to a refused preflight has the right content-length', async () => {
  const handler = withCors(POLICY, () => assert.fail('reached'))
  const origin = `https://${'a'.repeat(200)}.example`
  const headers = { origin, 'access-control-request-method': 'PUT' }
  const response = await handler(new Request('http://api.example/', { method: 'OPTIONS', headers }))
  const { byteLength } = await response.clone().arrayBuffer()
  assert.equal(response.headers.get('content-length'), String(byteLength))
  assert.match(await response.text(), /…/)
})

const ANSWERS: readonly (readonly [why: string, handler: FetchHandler, status: number])[] = [
  ['a body', () => new Response('hello', { headers: { 'x-total-count': '1' } }), 200],
  ['a promise', async () => Response.json({ id: 1 }, { status: 201 }), 201],
  ['no content', () => new Response(null, { status: 204 }), 204],
  ['a redirect, whose headers are immutable', () => Response.redirect('http://api.example/other', 303), 303],
  ['not modified', () => new Response(null, { status: 304 }), 304],
  ['a validation error', () => Response.json({ detail: [] }, { status: 422 }), 422],
  ['not found', () => new Response('Not Found', { status: 404 }), 404],
  ['a server error', () => new Response('no', { status: 503 }), 503],
  [
    'a throw',
    () => {
      throw new Error('a secret')
    },
    500,
  ],
  ['a rejection', () => Promise.reject(new Error('a secret')), 500],
]

test('every response has its grants, whatever its status, also when the handler throws', async () => {
  for (const [why, handler, status] of ANSWERS) {
    const wrapped = withCors(POLICY, handler, { onError: () => {} })
    const response = await wrapped(new Request('http://api.example/posts/', { headers: { origin: APP } }))
    assert.equal(response.status, status, why)
    assert.equal(response.headers.get('access-control-allow-origin'), APP, why)
    assert.equal(response.headers.get('access-control-allow-credentials'), 'true', why)
    assert.equal(response.headers.get('access-control-expose-headers'), 'X-Total-Count', why)
    assert.equal(response.headers.get('vary'), 'Origin', why)
  }
})

test('an error that the handler throws goes to onError and not to the client', async () => {
  const seen: unknown[] = []
  const failure = new Error('a secret')
  const handler = withCors(
    POLICY,
    () => {
      throw failure
    },
    { onError: (error) => seen.push(error) },
  )
  const response = await handler(new Request('http://api.example/'))
  assert.equal(await response.text(), 'Internal Server Error')
  assert.deepEqual(seen, [failure])
})

for (const [title, onError] of [
  [
    'throws',
    () => {
      throw new Error('no')
    },
  ],
  ['is rejected', () => Promise.reject(new Error('no'))],
] as const) {
  test(`an onError that ${title} costs no client its response`, async () => {
    const handler = withCors(POLICY, () => Promise.reject(new Error('a secret')), { onError })
    const response = await handler(new Request('http://api.example/'))
    assert.equal(await response.text(), 'Internal Server Error')
  })
}

test('a refused origin gets the body without grants', async () => {
  const handler = withCors(POLICY, () => new Response('hello'))
  const response = await handler(
    new Request('http://api.example/', { headers: { origin: 'https://evil.example' } }),
  )
  assert.equal(response.headers.get('access-control-allow-origin'), null)
  assert.equal(response.headers.get('vary'), 'Origin')
  assert.equal(await response.text(), 'hello')
})

test('the handler’s Vary is kept next to the policy’s', async () => {
  const handler = withCors(POLICY, () => new Response(null, { headers: { vary: 'Accept-Encoding' } }))
  const response = await handler(new Request('http://api.example/'))
  assert.equal(response.headers.get('vary'), 'Accept-Encoding, Origin')
})

test('the handler’s status and its text are kept', async () => {
  const handler = withCors(POLICY, () => new Response(null, { status: 404, statusText: 'No Such Post' }))
  const { status, statusText } = await handler(new Request('http://api.example/'))
  assert.deepEqual([status, statusText], [404, 'No Such Post'])
})

test('a network error, which has no valid status, is passed on as it is', async () => {
  const failed = Response.error()
  assert.equal(await withCors(POLICY, () => failed)(new Request('http://api.example/')), failed)
})

test('a response that is shared between requests does not carry one origin’s grants to the next', async () => {
  const shared = new Response(null, {
    status: 204,
    headers: [
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['Access-Control-Allow-Origin', '*'],
    ],
  })
  const handler = withCors(POLICY, () => shared)
  const first = await handler(new Request('http://api.example/', { headers: { origin: APP } }))
  const second = await handler(new Request('http://api.example/'))
  assert.equal(first.headers.get('access-control-allow-origin'), APP)
  assert.equal(second.headers.get('access-control-allow-origin'), null)
  assert.deepEqual(first.headers.getSetCookie(), ['a=1', 'b=2'])
})

test('the body of a response that a handler fetched stays whole until it is read', async (t) => {
  const upstream = createServer((_, response) => void response.end('whole'))
  const port = await listen(upstream)
  t.after(() => upstream.close())
  const handler = withCors(POLICY, () => fetch(`http://127.0.0.1:${port}`))
  const response = await handler(new Request('http://api.example/', { headers: { origin: APP } }))
  await forget()
  assert.equal(await response.text(), 'whole')
})
