import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { startTestService } from './test-service.ts'
import { send, type WireRequest } from './wire.ts'

const service = await startTestService({ ALLOWED_ORIGIN_REGEX: 'https?://[a-z.:0-9]+' })
after(() => service[Symbol.asyncDispose]())

const segment = fc.oneof(
  fc.constantFrom(
    'posts',
    'users',
    'token',
    'session',
    'api',
    'protected',
    'docs',
    'health',
    'ready',
    '1',
    '0',
    '-1',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%ff',
    '..',
    '.',
    '*',
    '{post_id}',
    '9'.repeat(30),
    '1_0',
    '+1',
    ' 1'.trim(),
  ),
)
const query = fc.oneof(
  fc.constant(''),
  fc.webQueryParameters().map((text) => `?${encodeURI(text)}`),
  fc
    .tuple(fc.constantFrom('limit', 'cursor', 'limit[]', ''), fc.string({ unit: 'binary', maxLength: 12 }))
    .map(([name, value]) => `?${name}=${encodeURIComponent(value.toWellFormed())}&${name}=1`),
)
const anyPath = fc
  .tuple(fc.array(segment, { maxLength: 4 }), fc.boolean())
  .map(([segments, hasSlash]) => `/${segments.join('/')}${hasSlash ? '/' : ''}`)
const operation = fc.constantFrom(
  'POST /posts/',
  'GET /posts/',
  'PUT /posts/1',
  'DELETE /posts/1',
  'POST /users/',
  'GET /users/1',
  'POST /token',
  'POST /session/',
  'GET /session/',
  'DELETE /session/',
  'GET /users/me/sessions/',
  'DELETE /users/me/sessions/0123456789abcdef0123456789abcdef',
  'GET /api/protected/',
)
const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND')
const anyOperation = fc.tuple(method, anyPath).map((parts) => parts.join(' '))
const line = fc.tuple(fc.oneof({ weight: 3, arbitrary: operation }, anyOperation), query)

const fields = fc.record(
  {
    title: fc.anything(),
    content: fc.anything(),
    username: fc.anything(),
    email: fc.oneof(fc.emailAddress(), fc.anything()),
    website: fc.oneof(fc.webUrl(), fc.string()),
    birth_date: fc.oneof(fc.string(), fc.double(), fc.integer()),
    age: fc.anything(),
    password: fc.anything(),
    grant_type: fc.anything(),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  fc.constant(undefined),
  fc.uint8Array({ maxLength: 64 }),
  fc.string({ unit: 'binary', maxLength: 64 }),
  fc.json(),
  fc.constant('{"title": "A", "username": "ann", "password": "correct horse"}'),
  fields.map((value) => safeJson(value)),
  fc.dictionary(fc.string(), fc.string()).map((value) => new URLSearchParams(value).toString()),
)
const headerText = fc.string({ unit: fc.constantFrom(...'aZ0 ,;=/*"\'\\()<>@:-_.%é\t'), maxLength: 40 })
const mediaType = fc.constantFrom(
  'application/json',
  'application/json; charset=latin1',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  '',
)
const headers = fc.record(
  {
    'Content-Type': fc.oneof({ weight: 4, arbitrary: mediaType }, headerText),
    Authorization: fc.oneof(
      headerText,
      headerText.map((text) => `Bearer ${text}`),
    ),
    Cookie: fc.oneof(
      headerText,
      headerText.map((text) => `__Host-session=${text}`),
    ),
    Origin: fc.oneof(fc.constantFrom('http://localhost:3000', 'null', ''), headerText),
    'Access-Control-Request-Method': fc.oneof(fc.constantFrom('PUT', 'DELETE', 'PATCH'), headerText),
    'Access-Control-Request-Headers': headerText,
    'X-Request-Id': headerText,
    'If-None-Match': headerText,
  },
  { requiredKeys: [] },
)
const request: fc.Arbitrary<WireRequest> = fc
  .record({
    line,
    headers,
    body,
    chunked: fc.boolean(),
  })
  .map(({ line: [start, tail], body: given, ...rest }) => {
    const [verb = '', path = ''] = start.split(' ')
    const common = { ...rest, method: verb, target: `${path}${tail}` }
    return given === undefined ? { ...common, chunked: false } : { ...common, body: given }
  })

test('§7 whatever a client sends, the response is never a 500, and an error is JSON with a detail', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const answer = await send(service.origin, sent)
      assert.ok(answer.status < 500, `${answer.status} ${answer.body}`)
      assert.ok(answer.headers['x-request-id'] !== undefined)
      if (answer.status >= 400 && sent.method !== 'HEAD') assert.ok('detail' in JSON.parse(answer.body))
    }),
    { numRuns: 1500 },
  )
  assert.deepEqual(
    service.log.filter(({ level }) => level === 'error'),
    [],
  )
})

const broken: readonly (readonly [what: string, bytes: string])[] = [
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['a header with a line feed in its name', 'GET / HTTP/1.1\r\nHost: x\r\na b: c\r\n\r\n'],
  ['two lengths', 'POST /posts/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'POST /posts/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a chunk without a size', 'POST /posts/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ['headers of more than 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`],
]

for (const [what, bytes] of broken) {
  test(`§7 a broken message is refused and the service keeps serving: ${what}`, async () => {
    const { port } = new URL(service.origin)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    socket.write(bytes)
    await new Promise((resolve) => socket.once('close', resolve))
    assert.match(answer, /^HTTP\/1\.1 4(00|31) /)
    assert.equal((await send(service.origin, { method: 'GET', target: '/posts/' })).status, 200)
  })
}

test('§7 a client that goes away in the middle of its body leaves nothing behind', {
  timeout: 20_000,
}, async () => {
  const total = async () => {
    const { headers } = await send(service.origin, { method: 'GET', target: '/posts/?limit=1' })
    return headers['x-total-count']
  }
  const refusals = () => service.log.filter(({ method, status }) => method === 'POST' && status === 400)
  const before = await total()
  const refused = refusals().length
  const { port } = new URL(service.origin)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    'POST /posts/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"title":"A"',
  )
  socket.destroy()
  await once(socket, 'close')
  while (refusals().length === refused) await new Promise(setImmediate)
  assert.equal(await total(), before)
  const list = await send(service.origin, { method: 'GET', target: '/health/ready' })
  assert.equal(list.status, 200)
})

function safeJson(value: unknown): string {
  const plain = (_: string, part: unknown) => (typeof part === 'bigint' ? String(part) : part)
  try {
    return JSON.stringify(value, plain) ?? 'null'
  } catch {
    return '{'
  }
}
