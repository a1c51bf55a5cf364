import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  connect,
  constants,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { listen } from '../../../../scripts/listen.ts'
import { withCorsListener } from './node-listener.ts'
import { compilePolicy } from './policy.ts'

const APP = 'https://app.example.com'
const POLICY = compilePolicy({ allowOrigins: [APP], allowCredentials: true })

/** The listener's behaviour for each path. */
const listeners: Readonly<
  Record<string, (request: Http2ServerRequest, response: Http2ServerResponse) => unknown>
> = {
  '/end': (_, response) => response.end('hello'),
  '/pieces': (_, response) => {
    response.write('a')
    response.end('b')
  },
  '/object': (_, response) => response.writeHead(422, { vary: 'Accept' }).end('{}'),
  '/set': (_, response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2'])
    response.writeHead(404).end()
  },
  '/own': (_, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end(),
  '/throws': (_, response) => {
    response.setHeader('x-own', '1')
    throw new Error('a secret')
  },
  '/rejects': async () => {
    throw new Error('a secret')
  },
  '/half': (_, response) => {
    response.write('half')
    throw new Error('broken')
  },
  '/whole': async (_, response) => {
    response.end('x'.repeat(1e6))
    throw new Error('late')
  },
  '/reset': async (request) => {
    await once(request, 'aborted')
    throw new Error('gone')
  },
}

let report: (error: unknown) => void = () => undefined
const wrapped = withCorsListener(
  POLICY,
  (request: Http2ServerRequest, response: Http2ServerResponse) => listeners[request.url]?.(request, response),
  { onError: (error) => report(error) },
)
const server = createServer(wrapped)
const session = connect(`http://127.0.0.1:${await listen(server)}`)
after(() => {
  session.close()
  server.close()
})

async function ask(path: string, headers: Readonly<Record<string, string>> = { origin: APP }) {
  const request = session.request({ ':path': path, ...headers })
  const [head] = await once(request, 'response')
  return { head, body: await text(request) }
}

const answers: readonly [path: string, status: number, vary: string, body: string][] = [
  ['/end', 200, 'Origin', 'hello'],
  ['/pieces', 200, 'Origin', 'ab'],
  ['/object', 422, 'Accept, Origin', '{}'],
  ['/set', 404, 'Origin', ''],
  ['/own', 200, 'Origin', ''],
  ['/throws', 500, 'Origin', 'Internal Server Error'],
  ['/rejects', 500, 'Origin', 'Internal Server Error'],
  ['/whole', 200, 'Origin', 'x'.repeat(1e6)],
]

for (const [path, status, vary, expected] of answers) {
  test(`over HTTP/2, the response of ${path} has its grants`, async () => {
    const { head, body } = await ask(path)
    assert.deepEqual(
      [head[':status'], head['access-control-allow-origin'], head['vary'], head['x-own'], body],
      [status, APP, vary, undefined, expected],
    )
    if (path === '/set') assert.deepEqual(head['set-cookie'], ['a=1', 'b=2'])
  })
}

test('over HTTP/2, an origin that is not allowed gets no grants', async () => {
  const { head, body } = await ask('/end', { origin: 'https://evil.example' })
  assert.deepEqual([head['access-control-allow-origin'], head['vary'], body], [undefined, 'Origin', 'hello'])
})

test('over HTTP/2, a preflight gets its response without the listener', async () => {
  const preflight = { ':method': 'OPTIONS', 'access-control-request-method': 'PUT' }
  const granted = await ask('/throws', { ...preflight, origin: APP })
  assert.deepEqual(
    [granted.head[':status'], granted.head['access-control-allow-origin'], granted.body],
    [200, APP, ''],
  )
  const refused = await ask('/throws', { ...preflight, origin: 'null' })
  assert.deepEqual([refused.head[':status'], JSON.parse(refused.body).detail[0].type], [403, 'cors_origin'])
})

test('over HTTP/2, a refused preflight with a long body does not disturb another stream', async () => {
  const preflight = { ':method': 'OPTIONS', 'access-control-request-method': 'PUT' }
  const origin = `https://${'a'.repeat(200)}.example`
  const [refused, other] = await Promise.all([ask('/end', { ...preflight, origin }), ask('/end')])
  assert.equal(refused.head['content-length'], String(Buffer.byteLength(refused.body)))
  assert.equal(other.body, 'hello')
})

test('over HTTP/2, a response that breaks halfway is reset, not completed', async () => {
  const error = new Promise((resolve) => {
    report = resolve
  })
  await assert.rejects(ask('/half'), /NGHTTP2_INTERNAL_ERROR/)
  assert.match(String(await error), /broken/)
})

test('over HTTP/2, an error after a client reset its request is reported, and the next request is served', async () => {
  const error = new Promise((resolve) => {
    report = resolve
  })
  const began = once(server, 'stream')
  const request = session.request({ ':path': '/reset', origin: APP })
  await began
  request.close(constants.NGHTTP2_CANCEL)
  assert.match(String(await error), /gone/)
  assert.equal((await ask('/end')).body, 'hello')
})
