import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { connect as connectSecurely } from 'node:tls'
import { integer, Model, string } from '@postern/model'
import { listen } from '../../../../scripts/listen.ts'
import { takesPairs } from '../../test/paired-lists.ts'
import { converse, textOn } from '../../test/socket.ts'
import { contract, file, implement, json, jsonLines, multipart, routes } from '../index.ts'
import { toNodeListener } from './node.ts'

class Note extends Model({ text: string() }) {}

class Sent extends Model({ 'x-name': string() }, { extra: 'allow' }) {}

/** Emits what `onError` and `onAnswer` receive. */
const events = new EventEmitter()
const { get, post } = routes()
const api = implement(
  contract({
    title: 'Notes',
    version: '1',
    routes: {
      write: post('/notes', { body: json(Note, { limit: 20 }), response: Note }),
      upload: post('/files', { body: multipart({ file: file() }), response: integer() }),
      signIn: get('/sign-in', { response: Note }),
      last: get('/last', { response: Note }),
      watch: get('/watch', { response: jsonLines(Note) }),
      scheme: get('/scheme', { response: Note }),
      greet: get('/greet', { headers: Sent, response: Note }),
      unnamed: get('/unnamed', { status: 299, response: Note }),
      unchanged: get('/unchanged', { response: Note, concurrency: 'etag' }),
    },
  }),
  {
    write: ({ body }) => body,
    async upload({ body }) {
      let size = 0
      for await (const bytes of body.file.stream) size += bytes.length
      return size
    },
    last: ({ reply }) => reply(200, { text: 'a' }, { headers: { connection: 'close' } }),
    watch: () => [{ text: 'one' }, { text: 'two' }],
    greet: ({ headers }) => ({ text: Object.entries(headers).flat().join(' ') }),
    unchanged: ({ conditions, reply }) =>
      conditions.check('"1"') ?? reply(200, { text: 'a' }, { headers: { ETag: '"1"' } }),
    unnamed: () => ({ text: 'a' }),
    scheme: ({ request }) => ({ text: request.scheme }),
    signIn: ({ reply }) => reply(200, { text: 'a' }, { cookies: ['api=1'] }),
  },
  {
    onError: (notice) => events.emit('reported', 'error' in notice && String(notice.error)),
    onAnswer: ({ status }) => events.emit('answered', status),
  },
)

/** What the host does before the api, set by each test; the api waits for its promise. */
let middleware: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined
const listener = toNodeListener(api)
const server = createServer((request, response) => {
  const done = middleware(request, response)
  if (done instanceof Promise) done.then(() => listener(request, response))
  else listener(request, response)
})
const port = await listen(server)
after(() => server.close().closeAllConnections())

const form = () => {
  const data = new FormData()
  data.set('file', new Blob(['abc']), 'a.txt')
  return data
}

// table: what a host does with the request, and why its body cannot be read; undefined if it can be.
const hosts: readonly (readonly [string, (request: IncomingMessage) => unknown, string?])[] = [
  ['pauses the request', (request) => request.pause()],
  ['listens to the data as well', (request) => request.on('data', () => undefined)],
  [
    'reads the body itself',
    (request) => request.on('readable', () => undefined),
    'Error: The body was read before the exchange could; mount the listener before body parsers',
  ],
  [
    'reads a piece',
    async (request) => {
      await once(request, 'data')
      request.pause()
    },
    'Error: The body was read before the exchange could; mount the listener before body parsers',
  ],
  [
    'reads the body as strings',
    (request) => request.setEncoding('utf8'),
    'Error: The body comes as text, not as bytes; mount the listener before what calls setEncoding',
  ],
]

for (const [title, make, why] of hosts) {
  for (const [path, body, answer] of [
    ['/notes', new Blob(['{"text":"a"}'], { type: 'application/json' }), '{"text":"a"}'],
    ['/files', form(), '3'],
  ] as const) {
    test(`in a host that ${title}, the body ${why === undefined ? 'can' : 'cannot'} be read at ${path}`, async () => {
      middleware = make
      const failed = why !== undefined && once(events, 'reported')
      const answered = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body })
      assert.equal(await answered.text(), why === undefined ? answer : 'Internal Server Error')
      if (failed) assert.deepEqual(await failed, [why])
    })
  }
}

test('in a host that reads an empty body to its end, the body cannot be read', {
  timeout: 30_000,
}, async () => {
  middleware = async (request) => {
    request.resume()
    await once(request, 'end')
  }
  const failed = once(events, 'reported')
  const answer = await converse({ port }, `${SEND}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)
  assert.match(answer, /^HTTP\/1\.1 500 /)
  assert.match(String(await failed), /The body was read before the exchange could/)
})

const FILE = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--b--\r\n'

for (const [path, type, rest] of [
  ['/notes', 'application/json', '{"text":"a"}'],
  ['/files', 'multipart/form-data; boundary=b', FILE],
] as const) {
  test(`the part of a body that a host left unread is not taken for the whole when the client goes, at ${path}`, {
    timeout: 30_000,
  }, async () => {
    const taken = '1234'
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n`
    const socket = connect(port, '127.0.0.1')
    middleware = async (request) => {
      await once(request, 'readable')
      request.read(taken.length)
      const aborted = once(request, 'aborted')
      socket.destroy()
      await aborted
    }
    const answered = once(events, 'answered')
    socket.write(`${head}Content-Length: ${taken.length + rest.length}\r\n\r\n${taken}${rest}`)
    assert.deepEqual(await answered, [400])
  })
}

test('a connection header in a response is left to the host', async () => {
  middleware = () => undefined
  const answer = await converse({ port }, 'GET /last HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.match(answer, /\r\nconnection: close\r\n.*\{"text":"a"\}$/s)
})

const ASK = 'GET /sign-in HTTP/1.1\r\nConnection: close\r\n'
const SEND = 'POST /notes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'

// table: what a host's server lets through, and the api's response.
const heads: readonly (readonly [title: string, message: string, status: number, detail: string])[] = [
  ['two hosts', `${ASK}Host: a\r\nHost: b\r\n\r\n`, 400, 'The request has more than one Host header'],
  ['no host', `${ASK}Host: a/b\r\n\r\n`, 400, 'The Host header has a character that no host has'],
  [
    'a coding that is not undone',
    `${SEND}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    501,
    'Only the transfer coding chunked is supported',
  ],
]

for (const [title, message, status, detail] of heads) {
  test(`in a host that lets ${title} through, the response is a ${status}`, async () => {
    middleware = () => undefined
    const answer = await converse({ port }, message)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    assert.ok(answer.endsWith(JSON.stringify({ detail })), answer)
  })
}

test('in a host that makes requests itself, a request without a Host is served', async () => {
  middleware = (request) => request.rawHeaders.splice(0)
  const answer = await fetch(`http://127.0.0.1:${port}/sign-in`)
  assert.equal(answer.status, 200)
})

test('in a host that gives its requests only the object of their headers, each header is read', async () => {
  middleware = (request) => {
    request.headers['set-cookie'] = ['a=1', 'b=2']
    request.rawHeaders.splice(0)
  }
  const ask = (path: string, headers: Readonly<Record<string, string>>) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const { text } = await (await ask('/greet', { 'x-name': 'Ann', 'x-other': 'Bob' })).json()
  assert.match(text, /\bx-name Ann\b/)
  assert.match(text, /\bx-other Bob\b/)
  assert.match(text, /\bset-cookie a=1, b=2\b/)
  assert.equal((await ask('/unchanged', { 'if-none-match': '"1"' })).status, 304)
  assert.equal((await ask('/unchanged', { 'if-match': '"2"' })).status, 412)
})

test('the scheme is https if the host speaks TLS, and http if not', async (context) => {
  middleware = () => undefined
  const plain = await fetch(`http://127.0.0.1:${port}/scheme`)
  assert.deepEqual(await plain.json(), { text: 'http' })
  // With a key that both sides know, no certificate is needed.
  const terms = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const
  const psk = Buffer.alloc(32)
  const secure = createSecureServer({ ...terms, pskCallback: () => psk }, toNodeListener(api))
  context.after(() => secure.close().closeAllConnections())
  const socket = connectSecurely({
    ...terms,
    port: await listen(secure),
    pskCallback: () => ({ psk, identity: 'host' }),
    checkServerIdentity: () => undefined,
  })
  socket.write('GET /scheme HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.match(await textOn(socket), /\{"text":"https"\}$/)
})

test('a refusal after the host has responded is reported to onError and ends nothing', async () => {
  middleware = (_, response) => response.writeHead(503).end()
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /notes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n')
  await once(socket, 'data')
  const failed = once(events, 'reported')
  socket.write('20\r\n12345678901234567890123456789012\r\n0\r\n\r\n')
  assert.match(String(await failed), /headers after they are sent/)
  socket.destroy()
})

test("a host's cookies are on the streamed response that it sets them for, and on no other", async () => {
  for (const cookie of ['host=1', 'host=2']) {
    middleware = (_, response) => response.setHeader('set-cookie', cookie)
    const answer = await fetch(`http://127.0.0.1:${port}/watch`)
    assert.deepEqual(answer.headers.getSetCookie(), [cookie])
    assert.equal(await answer.text(), '{"text":"one"}\n{"text":"two"}\n')
  }
})

test("a host's cookies and Vary are kept next to those of the api", async () => {
  middleware = (_, response) => {
    response.setHeader('set-cookie', ['host=1', 'host=2'])
    response.setHeader('vary', 'Accept-Language')
    response.setHeader('content-type', 'text/plain')
  }
  const { headers } = await fetch(`http://127.0.0.1:${port}/sign-in`)
  assert.deepEqual(headers.getSetCookie().toSorted(), ['api=1', 'host=1', 'host=2'])
  assert.equal(headers.get('vary'), 'Origin, Accept-Language')
  assert.equal(headers.get('content-type'), 'application/json')
})

test("a stream continues if the host's own write returns nothing", async () => {
  middleware = (_, response) => {
    const { write } = response
    const forgetful = (chunk: Uint8Array) => void write.call(response, chunk, 'utf8')
    Object.assign(response, { write: forgetful })
  }
  const answer = await fetch(`http://127.0.0.1:${port}/watch`)
  assert.equal(await answer.text(), '{"text":"one"}\n{"text":"two"}\n')
})

test('behind middleware that mistakes a list of headers for pairs, a response keeps its headers', async () => {
  middleware = (_, response) => {
    takesPairs(response)
    response.setHeader('set-cookie', 'host=1')
    response.setHeader('content-type', 'text/plain')
  }
  const answer = await fetch(`http://127.0.0.1:${port}/sign-in`)
  assert.deepEqual([answer.status, answer.statusText], [200, 'OK'])
  assert.deepEqual(answer.headers.getSetCookie().toSorted(), ['api=1', 'host=1'])
  assert.equal(answer.headers.get('content-type'), 'application/json')
  assert.equal(answer.headers.get('content-length'), '12')
  assert.equal(await answer.text(), '{"text":"a"}')
  const watched = await fetch(`http://127.0.0.1:${port}/watch`)
  assert.equal(watched.headers.get('content-type'), 'application/jsonl')
})

for (const [title, wrap] of [
  ['in a host', () => undefined],
  ['behind middleware that replaces `writeHead`', takesPairs],
] as const) {
  test(`${title}, a failure has the reason phrase of the registry, not Node's`, async () => {
    middleware = (_, response) => wrap(response)
    const body = new Blob(['{"text":"longer than allowed"}'], { type: 'application/json' })
    const answer = await fetch(`http://127.0.0.1:${port}/notes`, { method: 'POST', body })
    assert.deepEqual([answer.status, answer.statusText], [413, 'Content Too Large'])
  })
}

test('middleware that replaces `writeHead` receives no reason phrase for a status that has none', async () => {
  const calls: unknown[] = []
  middleware = (_, response) => {
    const { writeHead } = response
    const noting = (...given: readonly unknown[]) => {
      calls.push(given)
      return Reflect.apply(writeHead, response, given)
    }
    Object.assign(response, { writeHead: noting })
  }
  const answer = await fetch(`http://127.0.0.1:${port}/unnamed`)
  assert.deepEqual([answer.status, await answer.text()], [299, '{"text":"a"}'])
  assert.deepEqual(calls, [[299]])
})

test('in a host whose class of responses takes a list of headers for an object, a response has its own alone', async () => {
  class Response extends ServerResponse {
    override writeHead(status: number, ...rest: readonly unknown[]): this {
      for (const [name, value] of Object.entries(rest.at(-1) ?? {})) this.setHeader(name, value)
      return super.writeHead(status)
    }
  }
  const host = createServer({ ServerResponse: Response }, toNodeListener(api))
  try {
    const answer = await fetch(`http://127.0.0.1:${await listen(host)}/sign-in`)
    assert.equal(await answer.text(), '{"text":"a"}')
    const names = [...answer.headers.keys()].filter((name) => !/^(?:connection|date|keep-alive)$/.test(name))
    assert.deepEqual(names, ['content-length', 'content-type', 'set-cookie', 'vary'])
  } finally {
    host.close().closeAllConnections()
  }
})

/** Sends concurrent requests on connections of their own, so that they arrive in one turn of the event loop. */
function askTogether(names: readonly string[]): Promise<string>[] {
  return names.map((name) =>
    converse({ port }, `GET /scheme HTTP/1.1\r\nHost: x\r\nX-Caller: ${name}\r\nConnection: close\r\n\r\n`),
  )
}

test("if a host's own `end` throws, only its own client gets no response", async () => {
  middleware = (request, response) => {
    const { end } = response
    if (request.headers['x-caller'] !== 'Bob') return
    response.end = (...given: unknown[]) => {
      response.setHeader('x-time', '1')
      return Reflect.apply(end, response, given)
    }
  }
  const failed = once(events, 'reported')
  const [ann, bob, cid] = await Promise.all(askTogether(['Ann', 'Bob', 'Cid']))
  assert.match(ann ?? '', /"http"}$/)
  assert.match(cid ?? '', /"http"}$/)
  assert.equal(bob, '')
  assert.match(String(await failed), /Cannot set headers after they are sent/)
})

test("a host's listener runs in the async context of its own request", async () => {
  const callers = new AsyncLocalStorage<unknown>()
  const contexts: (readonly [unknown, unknown])[] = []
  const names = Array.from({ length: 20 }, (_, at) => String(at))
  const listener = toNodeListener(api)
  const host = createServer((request, response) => {
    const caller = request.headers['x-caller']
    response.on('finish', () => contexts.push([caller, callers.getStore()]))
    callers.run(caller, listener, request, response)
  })
  try {
    const url = `http://127.0.0.1:${await listen(host)}/scheme`
    await Promise.all(names.map(async (name) => (await fetch(url, { headers: { 'x-caller': name } })).text()))
    assert.deepEqual(
      contexts.filter(([caller, context]) => caller !== context),
      [],
    )
    assert.equal(contexts.length, names.length)
  } finally {
    host.close().closeAllConnections()
  }
})
