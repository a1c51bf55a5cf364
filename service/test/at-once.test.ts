import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startTestService } from './test-service.ts'
import { send, type WireRequest } from './wire.ts'

const json = { 'Content-Type': 'application/json' }

test('of many changes at once with the same If-Match, one succeeds and the others are refused', async () => {
  await using service = await startTestService()
  const created = await send(service.origin, create)
  const condition = { 'If-Match': created.headers['etag'] ?? '' }
  const changes = Array.from({ length: 20 }, (_, index): WireRequest => {
    if (index % 5 === 4) return { method: 'DELETE', target: '/posts/1', headers: condition }
    return { ...replace(`By ${index}`), headers: { ...json, ...condition } }
  })
  const statuses = await sendAtOnce(service.origin, changes)
  const done = statuses.filter((status) => status === 200 || status === 204)
  const refused = statuses.filter((status) => status === 412 || status === 404)
  assert.deepEqual([done.length, refused.length], [1, 19])
})

test('of many replacements at once with the same If-Match, all that come too late are a 412', async () => {
  await using service = await startTestService()
  const created = await send(service.origin, create)
  const headers = { ...json, 'If-Match': created.headers['etag'] ?? '' }
  const changes = Array.from({ length: 10 }, (_, index) => ({ ...replace(`By ${index}`), headers }))
  const statuses = await sendAtOnce(service.origin, changes)
  assert.deepEqual(statuses.toSorted(), [200, ...Array(9).fill(412)])
})

test('many replacements at once without If-Match, or with *, all succeed', async () => {
  await using service = await startTestService()
  await send(service.origin, create)
  const changes = Array.from({ length: 10 }, (_, index) => {
    const condition = index % 2 === 0 ? { 'If-Match': '*' } : {}
    return { ...replace('B'), headers: { ...json, ...condition } }
  })
  assert.deepEqual(await sendAtOnce(service.origin, changes), Array(10).fill(200))
})

test('of many deletions of a post at once, one succeeds and the others are a 404', async () => {
  await using service = await startTestService()
  await send(service.origin, create)
  const removal = { method: 'DELETE', target: '/posts/1' }
  const statuses = await sendAtOnce(service.origin, Array(10).fill(removal))
  assert.deepEqual(statuses.toSorted(), [204, ...Array(9).fill(404)])
})

test('a request sent behind a change on one connection, in one piece with it, finds the change done', async () => {
  await using service = await startTestService()
  const removal = 'DELETE /posts/1 HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const list = 'GET /posts/ HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const messages = [
    changing('POST /posts/', '{"title": "A"}'),
    list,
    removal,
    changing('PUT /posts/1', '{"title": "B"}'),
    removal,
  ]
  const answers = await sendInOnePiece(service.origin, messages)
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  assert.deepEqual(statuses, [201, 200, 204, 404, 404, 200])
  assert.match(answers, /\{"posts":\["A"\]\}/)
})

/** Formats a request with a JSON body as it is sent over the wire. */
function changing(line: string, body: string): string {
  const fields = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`]
  return [`${line} HTTP/1.1`, ...fields, '', body].join('\r\n')
}

/** Sends requests on one connection in one piece, followed by one that closes it; returns everything received. */
function sendInOnePiece(origin: string, messages: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const last = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  socket.write(messages.join('') + last)
  return text(socket)
}

const create: WireRequest = { method: 'POST', target: '/posts/', headers: json, body: '{"title": "A"}' }

function replace(title: string): WireRequest {
  return { method: 'PUT', target: '/posts/1', headers: json, body: JSON.stringify({ title }) }
}

/** Sends each request on its own connection; returns the statuses in order. */
async function sendAtOnce(origin: string, requests: readonly WireRequest[]): Promise<number[]> {
  const answers = await Promise.all(requests.map((request) => send(origin, request)))
  return answers.map(({ status }) => status)
}

test('of many equal posts at once with one key, one is stored, and every response is the same', async () => {
  await using service = await startTestService()
  const headers = { ...json, 'Idempotency-Key': 'once' }
  const post = { ...create, headers }
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(service.origin, post)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  assert.equal(answers.filter((answer) => answer.headers['idempotent-replayed'] === undefined).length, 1)
  const list = await send(service.origin, { method: 'GET', target: '/posts/' })
  assert.deepEqual(JSON.parse(list.body), { posts: ['A'] })
})
