import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { integer, Model, string } from '@postern/model'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import { listen } from '../../../scripts/listen.ts'
import { toNodeListener } from '../src/adapters/node.ts'
import { contract, implement, json, raw, routes, tokenFrom } from '../src/index.ts'

class Note extends Model({ text: string({ minLength: 1 }) }) {}
class Length extends Model({ length: integer() }) {}

const { get, post, delete: remove } = routes({ prefix: '/notes' })
const api = implement(
  contract({
    title: 'Notes',
    version: '1',
    routes: {
      write: post('/', { body: json(Note), response: Note, status: 201 }),
      read: get('/{id}', { params: { id: integer() }, response: Note, errors: { 404: 'No such note' } }),
      crash: get('/', { response: Note }),
      forget: remove('/{id}', { params: { id: integer() }, status: 204, security: tokenFrom({}) }),
      measure: post('/raw', { body: raw({ limit: 100_000 }), response: Length }),
    },
  }),
  {
    write: ({ body }) => body,
    read: ({ params, fail }) => (params.id === 1 ? { text: 'Hello' } : fail(404)),
    crash() {
      throw new Error('the disk is on fire')
    },
    forget: () => undefined,
    measure: ({ body }) => ({ length: body.length }),
  },
  {
    cors: { allowOrigins: ['https://app.example'], allowMethods: ['*'], allowHeaders: ['content-type'] },
    authenticate: (token: string) => (token === 'good' ? 'Ann' : null),
    documents: { rootPath: '/api' },
  },
)

interface Running {
  readonly origin: string
  readonly close: () => unknown
}

/** Each host has the api under `/api`, and its own route, 404 and body parser. */
const hosts: Readonly<Record<string, () => Promise<Running>>> = {
  'Express 5'() {
    const host = express().use('/api', toNodeListener(api)).use(express.json())
    return run(host.get('/own', (_, response) => response.end('own')))
  },

  async 'Fastify 5'() {
    const host = fastify()
    const listener = toNodeListener(api)
    host.register((scope, _options, registered) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.all('/api/*', (request, reply) => {
        reply.hijack()
        request.raw.url = request.url.slice('/api'.length)
        listener(request.raw, reply.raw)
      })
      registered()
    })
    host.get('/own', () => 'own')
    return { origin: await host.listen({ port: 0 }), close: () => host.close() }
  },

  Hono() {
    const host = new Hono()
    host.mount('/api', api.fetch)
    host.get('/own', (context) => context.text('own'))
    return run(async (incoming, outgoing) => {
      const { method = 'GET', headers } = incoming
      const body = method === 'GET' || method === 'HEAD' ? null : new Uint8Array(await buffer(incoming))
      const init = { method, headers: headers as Record<string, string>, body }
      const answer = await host.fetch(new Request(`http://${headers.host}${incoming.url}`, init))
      outgoing.writeHead(answer.status, [...answer.headers].flat())
      outgoing.end(new Uint8Array(await answer.arrayBuffer()))
    })
  },
}

async function run(listener: RequestListener): Promise<Running> {
  const server = createServer(listener)
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    close: () => server.close().closeAllConnections(),
  }
}

const page = 'https://app.example'
const typed = { 'content-type': 'application/json', origin: page }
const written = (text: string) => ({ method: 'POST', headers: typed, body: JSON.stringify({ text }) })
const preflight = {
  origin: page,
  'access-control-request-method': 'DELETE',
  'access-control-request-headers': 'content-type',
}

interface Asked {
  readonly title: string
  readonly path: string
  readonly init?: RequestInit
  readonly status: number
  readonly body?: RegExp
  /** Whether the page may read the response. */
  readonly granted?: boolean
}

const asked: readonly Asked[] = [
  {
    title: 'a valid body is accepted',
    path: '/api/notes',
    init: written('Hi'),
    status: 201,
    body: /^\{"text":"Hi"\}$/,
    granted: true,
  },
  {
    title: 'an invalid body is a 422',
    path: '/api/notes/',
    init: written(''),
    status: 422,
    body: /string_too_short/,
    granted: true,
  },
  {
    title: 'invalid JSON is reported by the api',
    path: '/api/notes/',
    init: { ...written(''), body: '{' },
    status: 422,
    body: /json_invalid/,
    granted: true,
  },
  {
    title: 'a form is a string to the api',
    path: '/api/notes/',
    init: { method: 'POST', body: new URLSearchParams({ text: 'Hi' }), headers: { origin: page } },
    status: 422,
    body: /model_attributes_type/,
    granted: true,
  },
  {
    title: 'a large body arrives whole',
    path: '/api/notes/raw',
    init: { method: 'POST', body: 'x'.repeat(90_000) },
    status: 200,
    body: /90000/,
  },
  {
    title: 'a body that is too large is a 413',
    path: '/api/notes/raw',
    init: { method: 'POST', body: 'x'.repeat(200_000), headers: { origin: page } },
    status: 413,
    granted: true,
  },
  { title: 'parameters are converted', path: '/api/notes/1?x=y', status: 200, body: /Hello/ },
  { title: 'HEAD follows GET', path: '/api/notes/1', init: { method: 'HEAD' }, status: 200, body: /^$/ },
  {
    title: 'a missing record is a 404 of the api',
    path: '/api/notes/2',
    init: { headers: { origin: page } },
    status: 404,
    body: /No such note/,
    granted: true,
  },
  {
    title: 'an unknown path under the prefix is a 404 of the api',
    path: '/api/nowhere',
    init: { headers: { origin: page } },
    status: 404,
    body: /^\{"detail":"Not Found"\}$/,
    granted: true,
  },
  {
    title: 'an unknown method is a 405 of the api',
    path: '/api/notes/1',
    init: { method: 'PATCH', headers: { origin: page } },
    status: 405,
    granted: true,
  },
  {
    title: 'a crash is a 500 without details',
    path: '/api/notes',
    init: { headers: { origin: page } },
    status: 500,
    body: /^Internal Server Error$/,
    granted: true,
  },
  {
    title: 'a request without a token is a 401',
    path: '/api/notes/1',
    init: { method: 'DELETE', headers: { origin: page } },
    status: 401,
    granted: true,
  },
  {
    title: 'a request with a token is accepted',
    path: '/api/notes/1',
    init: { method: 'DELETE', headers: { authorization: 'Bearer good' } },
    status: 204,
    body: /^$/,
  },
  {
    title: 'a preflight gets its response',
    path: '/api/notes/1',
    init: { method: 'OPTIONS', headers: preflight },
    status: 200,
    granted: true,
  },
  {
    title: 'an origin that is not allowed gets no grants',
    path: '/api/notes/1',
    init: { headers: { origin: 'https://evil.example' } },
    status: 200,
    granted: false,
  },
  {
    title: 'documentation pages know the prefix',
    path: '/api/docs',
    status: 200,
    body: /data-openapi-url="\/api\/openapi\.json"/,
  },
  {
    title: 'the document is served under the prefix',
    path: '/api/openapi.json',
    status: 200,
    body: /"servers":\[\{"url":"\/api"\}\]/,
  },
  {
    title: "the host's own route still works",
    path: '/own',
    init: { headers: { origin: page } },
    status: 200,
    body: /^own$/,
    granted: false,
  },
  {
    title: "an unknown path outside the prefix is the host's 404",
    path: '/nowhere',
    init: { headers: { origin: page } },
    status: 404,
    body: /^(?!\{"detail")/,
    granted: false,
  },
]

for (const [name, start] of Object.entries(hosts)) {
  let running: Running
  before(async () => {
    running = await start()
  })
  after(() => running.close())

  for (const { title, path, init, status, body = /(?:)/, granted } of asked) {
    test(`inside ${name}: ${title}`, async () => {
      const answer = await fetch(running.origin + path, init)
      assert.equal(answer.status, status)
      assert.match(await answer.text(), body)
      if (granted !== undefined)
        assert.equal(answer.headers.get('access-control-allow-origin'), granted ? page : null)
    })
  }
}
