import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { postBindings } from '../src/posts/routes.ts'
import { startTestService } from './test-service.ts'
import { undocumentedHeaders } from './undocumented-headers.ts'
import { send, type WireRequest } from './wire.ts'

const limits = {
  RATE_LIMIT: 'on',
  RATE_LIMIT_SIGN_IN: '2/60',
  RATE_LIMIT_SIGN_UP: '1/60',
  RATE_LIMIT_WRITE: '3/60',
}
const origin = 'http://localhost:3000'
const json = { 'Content-Type': 'application/json', Origin: origin }

const requests = {
  signIn: { method: 'POST', target: '/session/', headers: json, body: '{"username":"a","password":"b"}' },
  token: { method: 'POST', target: '/token', headers: { Origin: origin }, body: '' },
  password: { method: 'PUT', target: '/users/me/password', headers: json, body: '{}' },
  signUp: { method: 'POST', target: '/users/', headers: json, body: '{}' },
  write: { method: 'POST', target: '/posts/', headers: json, body: '{"title":"A"}' },
  read: { method: 'GET', target: '/posts/', headers: { Origin: origin } },
} satisfies Record<string, WireRequest>

test('the classes are counted separately; a request over the limit is a 429 with Retry-After, the fields and grants', async () => {
  await using service = await startTestService(limits)
  const ask = (request: WireRequest) => send(service.origin, request)
  const first = await ask(requests.signIn)
  assert.deepEqual(
    [first.status, first.headers['ratelimit-policy'], first.headers['ratelimit']],
    [401, '"sign-in";q=2;w=60', '"sign-in";r=1;t=60'],
  )
  // The token form is another way to sign in, however its path is written.
  assert.equal((await ask({ ...requests.token, target: '/toke%6E/' })).status, 422)
  for (const request of [requests.signIn, requests.token, requests.password]) {
    const answer = await ask(request)
    const { status, headers, body } = answer
    assert.deepEqual(
      [status, JSON.parse(body)],
      [429, { detail: 'Too many requests; wait for as many seconds as Retry-After says' }],
    )
    assert.match(headers['retry-after'] ?? '', /^(60|5\d)$/)
    assert.match(headers['ratelimit'] ?? '', /^"sign-in";r=0;t=(60|5\d)$/)
    assert.equal(headers['ratelimit-policy'], '"sign-in";q=2;w=60')
    assert.equal(headers['access-control-allow-origin'], origin)
    assert.match(headers['access-control-expose-headers'] ?? '', /RateLimit, RateLimit-Policy, Retry-After/)
    assert.match(headers['vary'] ?? '', /origin/i)
    assert.ok(headers['x-request-id'])
    assert.deepEqual(undocumentedHeaders(service.document, request, answer), [])
  }
  assert.deepEqual([(await ask(requests.signUp)).status, (await ask(requests.signUp)).status], [422, 429])
  const writes = [requests.write, requests.write, { ...requests.write, target: '/nowhere' }, requests.write]
  const statuses: number[] = []
  for (const write of writes) statuses.push((await ask(write)).status)
  assert.deepEqual(statuses, [201, 201, 404, 429])
  const read = await ask(requests.read)
  assert.match(read.headers['ratelimit'] ?? '', /^"read";r=59999;t=60$/)
  assert.deepEqual(undocumentedHeaders(service.document, requests.read, read), [])
  const logged = service.log.filter(({ status }) => status === 429)
  assert.equal(logged.length, 5)
  assert.ok(logged.every(({ id, ms }) => typeof id === 'string' && ms === 0))
})

for (const POST_BINDING of postBindings) {
  test(`the document describes the limits for every operation, where POST /posts/ is ${POST_BINDING}`, async () => {
    await using service = await startTestService({ POST_BINDING })
    const paths: Record<string, Record<string, { responses: object }>> = Object(service.document).paths
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    assert.ok(operations.length > 10)
    for (const { responses } of operations) {
      const [success = ''] = Object.keys(responses)
      const { [success]: answered, 429: limited } = Object(responses)
      for (const name of ['RateLimit', 'RateLimit-Policy']) {
        assert.ok(name in answered.headers && name in limited.headers, JSON.stringify(responses))
      }
      assert.ok('Retry-After' in limited.headers)
    }
  })
}

test('preflights and probes are neither limited nor counted', async () => {
  await using service = await startTestService({
    RATE_LIMIT: 'on',
    RATE_LIMIT_READ: '1/60',
    RATE_LIMIT_WRITE: '1/60',
  })
  const preflight = {
    method: 'OPTIONS',
    target: '/posts/',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
  }
  for (let count = 0; count < 3; count++) {
    assert.equal((await send(service.origin, preflight)).status, 200)
    const probe = await send(service.origin, { method: 'GET', target: '/health/ready' })
    assert.deepEqual([probe.status, probe.headers['ratelimit']], [200, undefined])
  }
  assert.equal((await send(service.origin, requests.read)).status, 200)
  assert.equal((await send(service.origin, requests.read)).status, 429)
  assert.equal((await send(service.origin, requests.write)).status, 201)
})

test('a client that waits as long as Retry-After says is served again', async () => {
  await using service = await startTestService({ RATE_LIMIT: 'on', RATE_LIMIT_READ: '1/1' })
  let refused = await send(service.origin, requests.read)
  // On a busy machine a second may pass between two requests.
  while (refused.status === 200) refused = await send(service.origin, requests.read)
  assert.equal(refused.status, 429)
  await setTimeout(Number(refused.headers['retry-after']) * 1000)
  assert.equal((await send(service.origin, requests.read)).status, 200)
})

test('nothing is limited, and no response mentions limits, where RATE_LIMIT is off', async () => {
  await using service = await startTestService({ RATE_LIMIT: 'off', RATE_LIMIT_READ: '1/60' })
  await send(service.origin, requests.read)
  const { status, headers } = await send(service.origin, requests.read)
  assert.deepEqual([status, headers['ratelimit'], headers['ratelimit-policy']], [200, undefined, undefined])
})

describe('the client of a request', () => {
  const cases: readonly [name: string, trusted: string, first: string, second: string, status: number][] = [
    ['what a client says about itself is ignored', '', '192.0.2.1', '192.0.2.2', 429],
    ['what an untrusted proxy says is ignored', '10.0.0.0/8', '192.0.2.1', '192.0.2.2', 429],
    ['an address beside a trusted one is not trusted', '127.0.0.2', '192.0.2.1', '192.0.2.2', 429],
    ['clients behind a trusted proxy are distinguished', '127.0.0.1', '192.0.2.1', '192.0.2.2', 200],
    ['a client behind a trusted proxy is one client', '127.0.0.0/8', '192.0.2.1', '192.0.2.1:5000', 429],
    [
      'what the client put before its address is ignored',
      '127.0.0.1',
      '1.1.1.1, 192.0.2.1',
      '2.2.2.2, 192.0.2.1',
      429,
    ],
    [
      'a chain of trusted proxies is followed',
      '127.0.0.1,10.0.0.0/8',
      '192.0.2.1, 10.0.0.1',
      '192.0.2.2, 10.0.0.1',
      200,
    ],
    ['IPv6 is counted by its /64', '127.0.0.1', '2001:db8::1', '[2001:db8:0:0:ffff::2]', 429],
    ['an IPv6 address may have a port', '127.0.0.1', '[2001:db8::1]:5000', '[2001:db8:0:1::1]:5000', 200],
    ['a trusted network may be IPv6', '127.0.0.1,fd00::/8', '192.0.2.1, fd00::1', '192.0.2.2, fd00::1', 200],
    ['a trusted address may be IPv6', '127.0.0.1,fd00::1', '192.0.2.1, FD00:0::1', '192.0.2.2, fd00::1', 200],
    ['another /64 is another client', '127.0.0.1', '2001:db8::1', '2001:db8:0:1::1', 200],
    ['a /64 may differ in its first group', '127.0.0.1', '2001:db8::1', '2002:db8::1', 200],
    [
      'a /64 may differ after zeros that are left out',
      '127.0.0.1',
      '2001::1:2:3:4:5',
      '2001::2:2:3:4:5',
      200,
    ],
    ['IPv4 in IPv6 is the same as IPv4', '127.0.0.1', '::ffff:192.0.2.1', '192.0.2.1', 429],
    ['IPv4 in IPv6 may be hexadecimal', '127.0.0.1', '::ffff:c000:201', '192.0.2.1', 429],
    ['IPv4 in IPv6 may be written in full', '127.0.0.1', '0:0:0:0:0:FFFF:C000:0201', '192.0.2.1', 429],
    ['only ending like IPv4 is not IPv4', '127.0.0.1', '2001:db8::ffff:c000:201', '192.0.2.1', 200],
    ['another IPv4 in IPv6 is another client', '127.0.0.1', '::ffff:c000:201', '::ffff:c000:202', 200],
    [
      'a chain ends at an invalid entry, because anything may stand before it',
      '127.0.0.1',
      '192.0.2.1, nobody',
      '192.0.2.2, nobody',
      429,
    ],
    ['a zone is not part of an address', '127.0.0.1', 'fe80::1%eth0', 'fe80::1%eth1', 429],
    ['an address may have a zone', '127.0.0.1', 'fe80::1%eth0', '192.0.2.1', 200],
    ['with an invalid entry the proxy is the client', '127.0.0.1', 'nobody', '', 429],
  ]
  for (const [name, TRUSTED_PROXIES, first, second, status] of cases) {
    it(name, async () => {
      await using service = await startTestService({
        RATE_LIMIT: 'on',
        RATE_LIMIT_READ: '1/60',
        TRUSTED_PROXIES,
      })
      const ask = (forwarded: string) =>
        send(service.origin, { ...requests.read, headers: { 'X-Forwarded-For': forwarded } })
      assert.equal((await ask(first)).status, 200)
      assert.equal((await ask(second)).status, status)
    })
  }
})
