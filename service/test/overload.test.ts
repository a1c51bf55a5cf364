import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { startTestService } from './test-service.ts'
import { undocumentedHeaders } from './undocumented-headers.ts'
import { send } from './wire.ts'

const origin = 'http://localhost:3000'

test('§7 the document describes the 503 and its Retry-After for every operation', async () => {
  for (const POST_BINDING of ['response', 'json', 'form', 'raw']) {
    await using service = await startTestService({ POST_BINDING })
    for (const item of Object.values(Object(service.document['paths'])))
      for (const operation of Object.values(Object(item)))
        assert.ok('Retry-After' in Object(operation).responses[503].headers, JSON.stringify(operation))
  }
})

test('above MAX_REQUESTS the response is a 503 with Retry-After and grants; liveness probes and preflights are answered', async () => {
  await using service = await startTestService({ MAX_REQUESTS: '1', RATE_LIMIT: 'on' })
  const reading = { method: 'GET', target: '/posts/', headers: { Origin: origin } }
  const read = () => send(service.origin, reading)
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const token = { method: 'POST', target: '/token', headers: form, body: 'username=a&password=b' }
  let isHashing = true
  // Comparing a password takes its time, even for an unknown user.
  const hashing = send(service.origin, token).finally(() => {
    isHashing = false
  })
  let refused = await read()
  let served = 0
  while (isHashing && refused.status !== 503) {
    served++
    refused = await read()
  }
  const preflight = { Origin: origin, 'Access-Control-Request-Method': 'PUT' }
  const [live, allowed] = await Promise.all([
    send(service.origin, { method: 'GET', target: '/health/live' }),
    send(service.origin, { method: 'OPTIONS', target: '/posts/1', headers: preflight }),
  ])
  assert.deepEqual([live.status, allowed.status], [200, 200])
  assert.deepEqual(
    [refused.status, refused.headers['retry-after'], refused.headers['access-control-allow-origin']],
    [503, '1', origin],
  )
  assert.deepEqual(JSON.parse(refused.body), {
    detail: 'Too much is asked of the service at once; try again soon',
  })
  assert.deepEqual(undocumentedHeaders(service.document, reading, refused), [])
  assert.equal((await hashing).status, 401)
  const { status, headers } = await read()
  // What was refused because of the overall load does not count against its client.
  assert.deepEqual(
    [status, headers['ratelimit']?.split(';t=')[0], refused.headers['ratelimit']],
    [200, `"read";r=${60_000 - served - 1}`, undefined],
  )
  assert.ok(service.log.some(({ status }) => status === 503))
})

test('above MAX_REQUESTS a request whose head was read before is a 503 once its body has arrived', async () => {
  await using service = await startTestService({ MAX_REQUESTS: '1' })
  const body = 'username=a&password=b'
  const letIn = async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length }
    const signIn = request(`${service.origin}/token`, {
      method: 'POST',
      agent: false,
      headers: { ...headers, Expect: '100-continue' },
    })
    signIn.flushHeaders()
    await once(signIn, 'continue')
    return signIn
  }
  const both = [await letIn(), await letIn()]
  const responses = both.map((signIn) => once(signIn.end(body), 'response'))
  const statuses = await Promise.all(responses.map(async (response) => (await response)[0].statusCode))
  assert.deepEqual(statuses.toSorted(), [401, 503])
})

test('while work waits for its turn longer than MAX_LOOP_DELAY, the response is a 503', async () => {
  await using service = await startTestService({ MAX_LOOP_DELAY: '10' })
  const read = () => send(service.origin, { method: 'GET', target: '/posts/' })
  let refused = await read()
  for (let turn = 0; turn < 3; turn++) {
    // Blocks everything else meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    refused = await read()
  }
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '1'])
})

test('a write does not wait for passwords being hashed, though hashing and the disk share the threads', async () => {
  await using service = await startTestService()
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const token = { method: 'POST', target: '/token', headers: form, body: 'username=a&password=b' }
  let hashed = 0
  const signIns = Array.from({ length: 16 }, async () => {
    assert.equal((await send(service.origin, token)).status, 401)
    hashed++
  })
  await Promise.race(signIns)
  const before = hashed
  const json = { 'Content-Type': 'application/json' }
  const post = { method: 'POST', target: '/posts/', headers: json, body: '{"title":"Written meanwhile"}' }
  assert.equal((await send(service.origin, post)).status, 201)
  // Queued behind the passwords, it would get its response after all but the last few of them.
  assert.ok(hashed - before <= signIns.length / 2, `${hashed - before} passwords were hashed meanwhile`)
  await Promise.all(signIns)
})
