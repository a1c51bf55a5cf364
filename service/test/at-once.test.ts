import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startTestService } from './test-service.ts'
import { send } from './wire.ts'

const json = { 'Content-Type': 'application/json' }

test('of many replacements that ask for the same state at once one is done, the others are told', async () => {
  await using service = await startTestService()
  const post = { method: 'POST', target: '/posts/', headers: json, body: '{"title": "A"}' }
  const created = await send(service.origin, post)
  const changes = Array.from({ length: 20 }, (_, index) => {
    const body = JSON.stringify({ title: `By ${index}` })
    const [method, fields] =
      index % 5 === 4
        ? ['DELETE', []]
        : ['PUT', ['Content-Type: application/json', `Content-Length: ${body.length}`]]
    const condition = `If-Match: ${created.headers['etag']}`
    const head = [`${method} /posts/1 HTTP/1.1`, 'Host: localhost', condition, ...fields, '', '']
    return head.join('\r\n') + (method === 'PUT' ? body : '')
  })
  const statuses = await pipelined(service.origin, changes)
  const done = statuses.filter((status) => status === 200 || status === 204)
  const told = statuses.filter((status) => status === 412 || status === 404)
  assert.deepEqual([done.length, told.length], [1, 19])
})

test('many replacements at once that ask for no state, or for any, are all done', async () => {
  await using service = await startTestService()
  await send(service.origin, { method: 'POST', target: '/posts/', headers: json, body: '{"title": "A"}' })
  const body = '{"title": "B"}'
  const changes = Array.from({ length: 10 }, (_, index) => {
    const condition = index % 2 === 0 ? 'If-Match: *' : 'Accept: */*'
    const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`]
    return ['PUT /posts/1 HTTP/1.1', 'Host: localhost', condition, ...fields, '', body].join('\r\n')
  })
  assert.deepEqual(await pipelined(service.origin, changes), Array(10).fill(200))
})

test('what is asked of a post at once with its removal, behind it, is told that there is none', async () => {
  await using service = await startTestService()
  await send(service.origin, { method: 'POST', target: '/posts/', headers: json, body: '{"title": "A"}' })
  const body = '{"title": "B"}'
  const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`]
  const removal = ['DELETE /posts/1 HTTP/1.1', 'Host: localhost', '', ''].join('\r\n')
  const replacement = ['PUT /posts/1 HTTP/1.1', 'Host: localhost', ...fields, '', body].join('\r\n')
  const statuses = await pipelined(service.origin, [removal, replacement, removal])
  assert.deepEqual(statuses, [204, 404, 404])
})

/** Sends requests on one connection in one piece, so that all are read in one turn of the service; the statuses in order. */
async function pipelined(origin: string, requests: readonly string[]): Promise<number[]> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(
    `${requests.join('')}GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  )
  const answers = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d{3}) /g)]
  return answers.slice(0, -1).map(([, status]) => Number(status))
}

test('of many equal posts under one key at once one is stored, and every answer is the same', async () => {
  await using service = await startTestService()
  const headers = { ...json, 'Idempotency-Key': 'once' }
  const post = { method: 'POST', target: '/posts/', headers, body: '{"title": "A"}' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(service.origin, post)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  assert.equal(answers.filter((answer) => answer.headers['idempotent-replayed'] === undefined).length, 1)
  const list = await send(service.origin, { method: 'GET', target: '/posts/' })
  assert.deepEqual(JSON.parse(list.body), { posts: ['A'] })
})
