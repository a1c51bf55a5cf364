import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { formatRequest, type Load, type RequestBytes, type Task } from './load.ts'

const REQUESTS: readonly RequestBytes[] = [
  { method: 'GET', path: '/1', headers: {} },
  { method: 'POST', path: '/2', headers: { 'x-word': 'word' }, body: '{"é"}' },
]

test('the requests are sent in turn over all connections, and each response is counted', async () => {
  const seen = new Map<string, number>()
  const { load, connections } = await loadServer({}, async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const text = [request.method, request.url, request.headers['x-word'], body].join(' ')
    seen.set(text, (seen.get(text) ?? 0) + 1)
    response.end(text)
  })
  const [gets = 0, posts = 0] = ['GET /1  ', 'POST /2 word {"é"}'].map((text) => seen.get(text))
  assert.equal(seen.size, 2)
  assert.equal(gets + posts, load.requests)
  assert.ok(Math.abs(gets - posts) <= 1, `${gets} and ${posts}`)
  assert.equal(connections, 4)
  assert.equal(load.failures, 0)
  assert.equal(load.non2xx3xx, 0)
  assert.ok(load.seconds >= 0.2, String(load.seconds))
  assert.ok(load.p50 > 0 && load.p99 >= load.p50, `${load.p50} ${load.p99}`)
})

test('responses with a status other than 2xx and 3xx are counted apart', async () => {
  const { load } = await loadServer({}, ({ url }, response) => {
    response.writeHead(url === '/1' ? 422 : 304).end()
  })
  assert.ok(Math.abs(load.requests / 2 - load.non2xx3xx) <= 1, JSON.stringify(load))
})

test('a lost connection is a failure, and another takes its place', async () => {
  let answered = 0
  const { load } = await loadServer({}, (_, response) => {
    if (answered++ === 7) response.destroy()
    else response.end('x')
  })
  assert.equal(load.failures, 1)
  assert.equal(load.requests, answered - 1)
})

test('a connection that the server closes after a response is not a failure, and another takes its place', async () => {
  const { load, connections } = await loadServer({}, (_, response) => {
    response.setHeader('connection', 'close').end('x')
  })
  assert.equal(load.failures, 0)
  assert.ok(load.requests > 4 && connections >= load.requests, JSON.stringify({ load, connections }))
})

test('with a pause a connection waits before each request', async () => {
  const { load } = await loadServer({ pause: 20, sleeps: true }, (_, response) => void response.end('x'))
  assert.ok(load.requests >= 1 && load.requests < 4 * 200, String(load.requests))
})

/** Loads the server over four connections for a fifth of a second; returns the load and the number of connections. */
async function loadServer(
  task: Partial<Task>,
  listener: RequestListener,
): Promise<{ readonly load: Load; readonly connections: number }> {
  let connections = 0
  const server = createServer(listener).on('connection', () => connections++)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const texts = REQUESTS.map((request) => formatRequest(port, request))
  const client = spawn(process.execPath, [join(import.meta.dirname, 'client.ts')])
  client.stdin.end(
    JSON.stringify({ port, connections: 4, seconds: 0.2, texts, pause: 0, sleeps: false, ...task }),
  )
  const load = (await json(client.stdout)) as Load
  server.closeAllConnections()
  server.close()
  return { load, connections }
}
