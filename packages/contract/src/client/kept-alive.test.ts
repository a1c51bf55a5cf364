import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { integer } from '@postern/model'
import { listen } from '../../../../scripts/listen.ts'
import { collect } from '../../test/collect.ts'
import { forget } from '../../test/forget.ts'
import { createClient } from '../client.ts'
import { contract, jsonLines, routes, serverSentEvents } from '../index.ts'

const { get } = routes()
const declared = contract({
  title: 'Collected',
  version: '1',
  routes: {
    silent: get('/silent', { response: integer() }),
    half: get('/half', { response: integer() }),
    lines: get('/lines', { response: jsonLines(integer()) }),
    events: get('/events', { response: serverSentEvents(integer()) }),
    endless: get('/endless', { response: jsonLines(integer()) }),
  },
})

const bodies: Readonly<Record<string, readonly [type: string, text: string, isWhole: boolean]>> = {
  '/half': ['application/json', '1', false],
  '/lines': ['application/jsonl', '1\n2\n', true],
  '/events': ['text/event-stream', 'data: 1\n\ndata: 2\n\n', true],
  '/endless': ['application/jsonl', '1\n', false],
}
const opened = new EventEmitter()
const server = createServer(({ url = '' }, response) => {
  const [type, text, isWhole] = bodies[url] ?? []
  opened.emit(url, response)
  if (type === undefined) return
  response.writeHead(200, { 'content-type': type })
  response.write(text)
  if (isWhole) response.end()
})
const port = await listen(server)
after(() => {
  server.closeAllConnections()
  server.close()
})
const client = createClient(declared, { baseUrl: `http://127.0.0.1:${port}` })

/** The body of a 200. */
function succeeded<Body>(
  answer: { readonly status: 200; readonly body: Body } | { readonly status: 422 | 400 },
): Body {
  assert.ok(answer.status === 200)
  return answer.body
}

test('a call that waits for its response rejects when its signal is aborted after a garbage collection', {
  timeout: 10_000,
}, async () => {
  const controller = new AbortController()
  const rejected = assert.rejects(client.silent({ signal: controller.signal }), { name: 'AbortError' })
  await forget()
  controller.abort()
  await rejected
})

test('so does one that waits for the rest of a body', { timeout: 10_000 }, async () => {
  const controller = new AbortController()
  const open = once(opened, '/half')
  const rejected = assert.rejects(client.half({ signal: controller.signal }), { name: 'AbortError' })
  await open
  await forget()
  controller.abort()
  await rejected
})

test('so does the reading of a stream', { timeout: 10_000 }, async () => {
  const controller = new AbortController()
  const items = succeeded(await client.endless({ signal: controller.signal }))
  const rejected = assert.rejects(collect(items), { name: 'AbortError' })
  await forget()
  controller.abort()
  await rejected
})

test('a stream that is not read yet stays whole when garbage is collected', async () => {
  const lines = succeeded(await client.lines())
  const data = succeeded(await client.events())
  const events = succeeded(await client.events()).events()
  await forget()
  assert.deepEqual(await collect(lines), [1, 2])
  assert.deepEqual(await collect(data), [1, 2])
  assert.equal((await collect(events)).length, 2)
})

test('a call that has ended keeps its request no longer, whether it succeeded or not', async () => {
  const requests: WeakRef<Request>[] = []
  const { silent } = createClient(declared, {
    baseUrl: 'http://api.example',
    async fetch(request) {
      if (requests.push(new WeakRef(request)) === 2) throw new TypeError('fetch failed')
      return Response.json(1)
    },
  })
  await silent()
  await assert.rejects(silent(), TypeError)
  await forget()
  assert.deepEqual(
    requests.map((request) => request.deref()),
    [undefined, undefined],
  )
})

test('the connection of a stream that nobody reads is closed when the stream is collected', {
  timeout: 10_000,
}, async () => {
  const open = once(opened, '/endless')
  await client.endless()
  const [response]: ServerResponse[] = await open
  while (response?.destroyed === false) await forget()
})
