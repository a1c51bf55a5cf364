import assert from 'node:assert/strict'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http'
import { test } from 'node:test'
import { listen } from '../../../../scripts/listen.ts'
import { takesPairs } from '../../test/paired-lists.ts'
import { converse } from '../../test/socket.ts'
import { withCorsListener } from './node-listener.ts'
import { compilePolicy } from './policy.ts'

const APP = 'https://app.example.com'
const POLICY = compilePolicy({
  allowOrigins: [APP],
  allowCredentials: true,
  exposeHeaders: ['X-Total-Count'],
})

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

interface Received {
  readonly status: number | undefined
  readonly message: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const ANSWERS: readonly (readonly [why: string, listener: Listener, status: number, vary: string])[] = [
  ['an implicit head', (_, response) => response.end('hello'), 200, 'Origin'],
  [
    'a status',
    (_, response) => {
      response.statusCode = 404
      response.end()
    },
    404,
    'Origin',
  ],
  [
    'flushed headers',
    (_, response) => {
      response.flushHeaders()
      response.end('late')
    },
    200,
    'Origin',
  ],
  [
    'written in pieces',
    (_, response) => {
      response.write('a')
      response.end('b')
    },
    200,
    'Origin',
  ],
  [
    'writeHead with an object',
    (_, response) => response.writeHead(422, { Vary: 'Accept' }).end('{}'),
    422,
    'Accept, Origin',
  ],
  [
    'writeHead with a message',
    (_, response) => response.writeHead(405, 'No', { vary: 'accept, ORIGIN' }).end(),
    405,
    'accept, ORIGIN',
  ],
  [
    'writeHead without a message',
    (_, response) => response.writeHead(418, undefined, { vary: 'a' }).end(),
    418,
    'a, Origin',
  ],
  [
    'writeHead with a flat list',
    (_, response) => response.writeHead(413, ['Vary', 'a', 'vary', 'b']).end(),
    413,
    'a, b, Origin',
  ],
  [
    'setHeader and writeHead',
    (_, response) => {
      response.setHeader('vary', '*')
      response.writeHead(429).end()
    },
    429,
    '*',
  ],
  [
    'its own grants',
    (_, response) =>
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Access-Control-Max-Age': 1 }).end(),
    200,
    'Origin',
  ],
  ['not modified', (_, response) => response.writeHead(304).end(), 304, 'Origin'],
  ['a redirect', (_, response) => response.writeHead(307, { location: '/' }).end(), 307, 'Origin'],
  [
    'a throw',
    () => {
      throw new Error('a secret')
    },
    500,
    'Origin',
  ],
  [
    'a rejection',
    async () => {
      throw new Error('a secret')
    },
    500,
    'Origin',
  ],
  [
    'a throw after setHeader',
    (_, response) => {
      response.setHeader('x-own', '1')
      throw new Error('a secret')
    },
    500,
    'Origin',
  ],
]

test('every response has its grants, however it is written and whatever its status', async () => {
  for (const [why, listener, status, vary] of ANSWERS) {
    const received = await answerOf(listener, { headers: { origin: APP } })
    assert.equal(received.status, status, why)
    assert.equal(received.headers['access-control-allow-origin'], APP, why)
    assert.equal(received.headers['access-control-allow-credentials'], 'true', why)
    assert.equal(received.headers['access-control-max-age'], undefined, why)
    assert.equal(received.headers.vary, vary, why)
    assert.ok(!received.body.includes('secret'), why)
  }
})

test("a response to a failed listener has none of the listener's headers", async () => {
  const { headers, body } = await answerOf(
    (_, response) => {
      response.setHeader('x-own', '1')
      throw new Error('a secret')
    },
    { headers: { origin: APP } },
  )
  assert.deepEqual([headers['x-own'], body], [undefined, 'Internal Server Error'])
})

test('repeated headers stay repeated through writeHead', async () => {
  const cookies = ['a=1', 'b=2']
  const listed = await answerOf((_, response) => response.writeHead(200, { 'set-cookie': cookies }).end(), {})
  const flat = await answerOf(
    (_, response) => response.writeHead(200, ['set-cookie', 'a=1', 'Set-Cookie', 'b=2']).end(),
    {},
  )
  assert.deepEqual([listed.headers['set-cookie'], flat.headers['set-cookie']], [cookies, cookies])
  for (const given of [['set-cookie', cookies], [['set-cookie', cookies]]]) {
    for (const prepare of [() => undefined, (response: ServerResponse) => response.setHeader('x-own', '1')]) {
      const { headers } = await answerOf((_, response) => {
        prepare(response)
        Reflect.apply(response.writeHead, response, [200, given]).end()
      }, {})
      assert.deepEqual([headers['set-cookie'], headers.vary], [cookies, 'Origin'])
    }
  }
})

test('names that differ in case are one header, also if another header was set before', async () => {
  const { headers } = await answerOf((_, response) => {
    response.setHeader('x-own', '1')
    response.writeHead(200, ['Set-Cookie', 'a=1', 'set-cookie', 'b=2']).end()
  }, {})
  assert.deepEqual(headers['set-cookie'], ['a=1', 'b=2'])
})

test('a response keeps the status message of the listener', async () => {
  for (const prepare of [() => undefined, (response: ServerResponse) => response.setHeader('x-own', '1')]) {
    const { message, headers } = await answerOf((_, response) => {
      prepare(response)
      response.writeHead(404, 'Gone Fishing', { 'content-type': 'text/plain' }).end()
    }, {})
    assert.deepEqual([message, headers['content-type']], ['Gone Fishing', 'text/plain'])
  }
})

test('a value that a listener returns is not reported unless it is a rejected promise', async () => {
  for (const returned of [undefined, null, 7, 'then', {}, Object.fromEntries([['then', 1]]), Math.max]) {
    const seen: unknown[] = []
    const listener: Listener = (_, response) => {
      response.end()
      return returned
    }
    await answerOf(listener, {}, (error) => seen.push(error))
    assert.deepEqual(seen, [])
  }
})

test('a preflight does not reach the listener, a plain OPTIONS does', async () => {
  const asked = { origin: APP, 'access-control-request-method': 'PUT' }
  const granted = await answerOf(() => assert.fail('reached'), { method: 'OPTIONS', headers: asked })
  assert.deepEqual([granted.status, granted.headers['content-length'], granted.body], [200, '0', ''])
  const refused = await answerOf(() => assert.fail('reached'), {
    method: 'OPTIONS',
    headers: { ...asked, origin: 'null' },
  })
  assert.equal(refused.status, 403)
  assert.equal(JSON.parse(refused.body).detail[0].type, 'cors_origin')
  const plain = await answerOf((_, response) => response.end('reached'), {
    method: 'OPTIONS',
    headers: { origin: APP },
  })
  assert.equal(plain.body, 'reached')
})

test('the response to a refused preflight has the right content-length, whatever it shows', async () => {
  for (const asked of [
    { origin: 'https://é.example', 'access-control-request-method': 'PUT' },
    { origin: `https://${'a'.repeat(200)}.example`, 'access-control-request-method': 'PUT' },
    {
      origin: APP,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': Array.from({ length: 50 }, (_, at) => `x-${at}`).join(','),
    },
  ]) {
    const { headers, body } = await answerOf(() => assert.fail('reached'), {
      method: 'OPTIONS',
      headers: Object.fromEntries(
        Object.entries(asked).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
      ),
    })
    assert.equal(headers['content-length'], String(Buffer.byteLength(body)))
    assert.equal(JSON.parse(body).detail.length, 1)
  }
})

test('a preflight keeps the headers that a host set before, except for those of the policy', async () => {
  const listener = withCorsListener(POLICY, () => assert.fail('reached'))
  const server = createServer((asked, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Credentials', 'true')
    response.setHeader('Vary', 'Accept-Encoding')
    response.setHeader('X-Own', '1')
    listener(asked, response)
  })
  try {
    const port = await listen(server)
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
    const answer = await received({ method: 'OPTIONS', headers, port, host: '127.0.0.1', agent: false })
    assert.equal(answer.status, 403)
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
    assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    assert.equal(answer.headers['x-own'], '1')
    assert.match(answer.headers.vary ?? '', /^Accept-Encoding, Origin, /)
  } finally {
    server.close()
  }
})

test('behind middleware that mistakes a list of headers for pairs, grants and preflights arrive', async () => {
  const listener = withCorsListener(POLICY, (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(),
  )
  const server = createServer((asked, response) => {
    takesPairs(response)
    listener(asked, response)
  })
  try {
    const url = `http://127.0.0.1:${await listen(server)}`
    for (const init of [{}, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } }]) {
      const { status, headers } = await fetch(url, { ...init, headers: { ...init.headers, origin: APP } })
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, APP])
      assert.equal(headers.get('content-type'), 'method' in init ? null : 'text/plain')
    }
  } finally {
    server.close().closeAllConnections()
  }
})

test('a response that breaks halfway is cut off, not completed', async () => {
  const seen: unknown[] = []
  const listener: Listener = (_, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('half')
    throw new Error('broken')
  }
  await assert.rejects(answerOf(listener, { headers: { origin: APP } }, (error) => seen.push(error)))
  assert.equal(seen.length, 1)
})

test('over HTTP/1.0, where closing a connection would complete a response, the connection is reset', async () => {
  const listener: Listener = (_, response) => {
    response.write('half')
    throw new Error('broken')
  }
  const server = createServer(
    withCorsListener<IncomingMessage, ServerResponse>(POLICY, listener, { onError: () => undefined }),
  )
  try {
    const port = await listen(server)
    await assert.rejects(converse({ port }, 'GET / HTTP/1.0\r\n\r\n'), { code: 'ECONNRESET' })
  } finally {
    server.close().closeAllConnections()
  }
})

test('a response that breaks while it waits for the one before it ends the connection after that one', async () => {
  let first: ServerResponse | undefined
  const listener: Listener = ({ url }, response) => {
    if (url === '/first') {
      first = response
      return
    }
    response.writeHead(200)
    throw new Error('broken')
  }
  const onError = () => first?.end('whole')
  const server = createServer(
    withCorsListener<IncomingMessage, ServerResponse>(POLICY, listener, { onError }),
  )
  try {
    const port = await listen(server)
    const asked = ['/first', '/second'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    assert.match(await converse({ port }, asked.join('')), /^HTTP\/1\.1 200 .*\r\n\r\nwhole$/s)
  } finally {
    server.close().closeAllConnections()
  }
})

test('a response that has been ended stays whole, whatever fails afterwards', async () => {
  const seen: unknown[] = []
  const body = 'x'.repeat(1e7)
  const listener: Listener = (_, response) => {
    response.end(body)
    throw new Error('late')
  }
  const answer = await answerOf(listener, { headers: { origin: APP } }, (error) => seen.push(error))
  assert.deepEqual([answer.body.length, seen.length], [body.length, 1])
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
    const answer = await answerOf(() => Promise.reject(new Error('broken')), {}, onError)
    assert.deepEqual([answer.status, answer.body], [500, 'Internal Server Error'])
  })
}

async function answerOf(
  listener: Listener,
  options: object,
  onError: (error: unknown) => void = () => {},
): Promise<Received> {
  const wrapped: RequestListener = withCorsListener(POLICY, listener, { onError })
  const server = createServer(wrapped)
  try {
    const port = await listen(server)
    return await received({ ...options, port, host: '127.0.0.1', agent: false })
  } finally {
    server.close()
  }
}

function received(options: object): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(options, async (response) => {
      try {
        let body = ''
        for await (const chunk of response) body += chunk
        const { statusCode: status, statusMessage: message, headers } = response
        resolve({ status, message, headers, body })
      } catch (error) {
        reject(error)
      }
    })
    sent.on('error', reject)
    sent.end()
  })
}
