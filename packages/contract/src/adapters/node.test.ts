import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter, once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { integer, Model, string } from '@postern/model'
import { listen } from '../../../../scripts/listen.ts'
import { haveArrived, nextAccepted } from '../../test/accepted.ts'
import { open, textOn } from '../../test/socket.ts'
import { countTimers } from '../../test/timers.ts'
import {
  contract,
  implement,
  json,
  jsonLines,
  raw,
  rawReply,
  routes,
  tokenFrom,
  wrapExchange,
} from '../index.ts'
import { type ServeOptions, serve, toNodeListener } from './node.ts'

class Length extends Model({ length: integer() }) {}
class Title extends Model({ title: string() }) {}

const { get, post } = routes()
const slow = new EventEmitter()
/** More than the buffers of a connection hold. */
const LONG = Buffer.alloc(30_000_000)
/** The bodies that handlers received. */
const brought: WeakRef<object>[] = []

const api = implement(
  contract({
    title: 'Sockets',
    version: '1',
    routes: {
      length: post('/length', { body: raw({ limit: 1000 }), response: Length }),
      title: post('/title', { body: json(Title), response: Title }),
      read: get('/read', { response: Title }),
      named: get('/named', { response: Title }),
      peer: get('/peer', { response: Title }),
      slow: get('/slow', { response: Title }),
      stream: get('/stream', {}),
      long: get('/long', {}),
      broken: get('/broken', {}),
      halved: get('/halved', {}),
      late: post('/late', { response: jsonLines(integer()) }),
    },
  }),
  {
    async *late({ request }) {
      yield 0
      for await (const { length } of request.stream?.() ?? []) yield length
    },
    length: ({ body }) => {
      brought.push(new WeakRef(body))
      return { length: body.length }
    },
    title: ({ body }) => {
      brought.push(new WeakRef(body))
      return body
    },
    read: () => ({ title: 'é' }),
    named: ({ reply }) => reply(200, { title: 'é' }, { headers: { 'x-name': 'é' } }),
    peer: ({ request }) => ({ title: String(request.remoteAddress) }),
    slow: ({ request }) =>
      new Promise((resolve) => {
        request.signal.addEventListener('abort', () => slow.emit('abort'))
        request.whenGone(() => slow.emit('gone'))
        slow.once('release', () => resolve({ title: 'done' }))
        slow.emit('begin')
      }),
    stream: () => rawReply(new Blob(['one ', 'two']).stream(), { headers: { 'content-type': 'text/plain' } }),
    long: () => rawReply(LONG),
    halved: () =>
      rawReply(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('half'))
            slow.once('break', () => controller.error(new Error('broken')))
          },
        }),
      ),
    broken: () =>
      rawReply(
        new ReadableStream({
          pull(controller) {
            controller.error(new Error('broken'))
            slow.emit('broken')
          },
        }),
      ),
  },
  { cors: { allowOrigins: ['https://app.example'] } },
)

const server = await serve(api, { port: 0, headersTimeout: 1000, requestTimeout: 2000 })
after(() => server.close(0))

const chunked = (...chunks: string[]) =>
  `Transfer-Encoding: chunked\r\n\r\n${chunks.map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join('')}0\r\n\r\n`

const conversations: readonly [string, string, RegExp, RegExp?][] = [
  [
    'the address of the peer is that of the connection, whatever the request says about it',
    'GET /peer HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n',
    /\{"title":"127\.0\.0\.1"\}$/,
  ],
  [
    '§4.1 a body that comes in chunks is joined',
    `POST /length HTTP/1.1\r\nHost: x\r\n${chunked('abc', 'de')}`,
    /^HTTP\/1\.1 200 OK.*\{"length":5\}$/s,
  ],
  [
    '§7 chunks above the limit get a 413 with grants',
    `POST /length HTTP/1.1\r\nHost: x\r\nOrigin: https://app.example\r\n${chunked('x'.repeat(600), 'y'.repeat(600))}`,
    /^HTTP\/1\.1 413 .*access-control-allow-origin: https:\/\/app\.example.*\{"detail":"Content Too Large"\}$/s,
  ],
  [
    '§7 a declared length above the limit gets a 413 before the body comes',
    'POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n',
    /^HTTP\/1\.1 413 Content Too Large\r\n/,
  ],
  [
    '§4.3.4 a request that does not fit its model gets 422 Unprocessable Content',
    'POST /title HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    /^HTTP\/1\.1 422 Unprocessable Content\r\n/,
  ],
  [
    'a client that waits for 100 gets 100 Continue',
    'POST /length HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab',
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 .*\{"length":2\}$/s,
  ],
  [
    'a client that waits for 100 is refused without it',
    'POST /length HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n',
    /^HTTP\/1\.1 413 /,
  ],
  [
    'a client that waits for 100 does not get it within a response',
    'POST /late HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab',
    /^HTTP\/1\.1 200 .*\r\n\r\n2\r\n0\n\r\n2\r\n2\n\r\n0\r\n\r\n$/s,
  ],
  [
    '§4.1 HEAD has the length of GET and no body',
    'HEAD /read HTTP/1.1\r\nHost: x\r\n\r\n',
    /^HTTP\/1\.1 200 .*content-length: 14\r\n.*\r\n\r\n$/s,
  ],
  [
    'a string beyond ASCII has the length of its bytes',
    'GET /read HTTP/1.1\r\nHost: x\r\n\r\n',
    /content-length: 14\r\n.*\{"title":"\u00c3\u00a9"\}$/s,
  ],
  [
    'a header is sent as Latin-1, even with a body in UTF-8',
    'GET /named HTTP/1.1\r\nHost: x\r\n\r\n',
    /x-name: \u00e9\r\n.*\{"title":"\u00c3\u00a9"\}$/s,
  ],
  ['a target that is not a path gets a 404', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 404 /],
  ['a stream is sent as it comes', 'GET /stream HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 200 .*one .*two/s],
  [
    'a stream that breaks cuts the connection',
    'GET /broken HTTP/1.1\r\nHost: x\r\n\r\n',
    /^HTTP\/1\.1 200 .*\r\n\r\n$/s,
    /0\r\n\r\n$/,
  ],
  ['invalid HTTP gets a 400', 'nonsense\r\n\r\n', /^HTTP\/1\.1 400 /],
  [
    'headers above the limit get a 431',
    `GET /read HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    /^HTTP\/1\.1 431 /,
  ],
  [
    'two pipelined requests get their responses in order',
    'POST /title HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"title":"1"}GET /read HTTP/1.1\r\nHost: x\r\n\r\n',
    /\{"title":"1"\}HTTP\/1\.1 200 .*title":"\u00c3/s,
  ],
]

for (const [title, message, expected, unexpected] of conversations) {
  test(title, async () => {
    const answer = await converse(message)
    assert.match(answer, expected)
    if (unexpected !== undefined) assert.doesNotMatch(answer, unexpected)
  })
}

// table: a request target, and the path and query that it is routed by.
const targets: readonly (readonly [target: string, path: string, query: string])[] = [
  ['http://x/read', '/read', ''],
  ['HTTP://x:80/read?a=b', '/read', 'a=b'],
  ['http://x?a=/b', '/', 'a=/b'],
  ['http://x', '/', ''],
  ['/read?a=http://y/z', '/read', 'a=http://y/z'],
  ['//y/read', '//y/read', ''],
  ['*', '*', ''],
]

for (const [target, path, query] of targets) {
  test(`the target ${target} is routed by the path ${path} and the query ${query}`, async (context) => {
    const echoing = wrapExchange(api, () => (incoming, send) => {
      send({ status: 200, headers: [], body: `${incoming.path} ${incoming.query}.` })
    })
    const echo = await serve(echoing, { port: 0 })
    context.after(() => echo.close(0))
    const method = target === '*' ? 'OPTIONS' : 'GET'
    const answered = textOn(
      open(echo, `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    )
    assert.equal((await answered).split('\r\n').at(-1), `${path} ${query}.`)
  })
}

test('a client that sends Connection: close may send the rest of a refused body', async () => {
  const socket = connect(server.port, '127.0.0.1')
  const head = 'POST /length HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2000000\r\n\r\n'
  socket.write(head + 'x'.repeat(100_000))
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 413 .*connection: close.*Content Too Large"\}$/is)
  // Proxies send like this: to them, a connection that closes before the end has no response.
  socket.write('x'.repeat(1_900_000))
  socket.resume()
  assert.deepEqual(await once(socket, 'close'), [false])
})

// A proxy may stop sending a body that is refused, and send its next request on the connection instead.
for (const path of ['/length', '/nowhere']) {
  test(`the connection closes after a failure in the middle of a long body: ${path}`, async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nx`)
    const answered = textOn(socket)
    await once(socket, 'data')
    socket.write('GET /peer HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.match(await answered, /^HTTP\/1\.1 4(04|13) (?!.*HTTP\/1\.1).*connection: close\r\n/is)
  })
}

test('§7 after chunks above the limit, the connection goes on and no timer is left to cut it off', async () => {
  const before = countTimers()
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`POST /length HTTP/1.1\r\nHost: x\r\n${chunked('x'.repeat(600), 'y'.repeat(600))}`)
  socket.write('GET /peer HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.match(await textOn(socket), /^HTTP\/1\.1 413 .*HTTP\/1\.1 200 /s)
  assert.ok(countTimers() <= before)
})

test('closing at once leaves no timer for the rest of a refused body', async () => {
  const before = countTimers()
  const closing = await serve(api, { port: 0 })
  const socket = connect(closing.port, '127.0.0.1')
  socket.write('POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\nx')
  assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 413 /)
  socket.on('error', () => undefined)
  await closing.close(0)
  assert.ok(countTimers() <= before)
})

test('a client that disconnects aborts its request and calls whenGone', async () => {
  const begun = once(slow, 'begin')
  const aborted = Promise.all([once(slow, 'abort'), once(slow, 'gone')])
  const socket = open(server, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await begun
  socket.destroy()
  await aborted
  slow.emit('release')
})

test('no timer is left for a stream that broke before its turn if its client disconnects', {
  timeout: 20_000,
}, async () => {
  const before = countTimers()
  const broken = once(slow, 'broken')
  const socket = open(server, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /broken HTTP/1.1\r\nHost: x\r\n\r\n')
  await broken
  await converse('GET /read HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.ok(countTimers() > before)
  await leave(socket)
  while (countTimers() > before) await new Promise(setImmediate)
})

test('onAnswer receives a 400 if a client disconnects within its body', async () => {
  const events = new EventEmitter()
  const length = post('/length', { body: raw(), response: Length })
  const observed = implement(
    contract({ title: 'Observed', version: '1', routes: { length } }),
    { length: ({ body }) => ({ length: body.length }) },
    { onAnswer: ({ operation, status }) => events.emit('answer', operation, status) },
  )
  const observing = await serve(observed, { port: 0 })
  const socket = connect(observing.port, '127.0.0.1')
  socket.write('POST /length HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\na')
  await once(socket, 'data')
  const answer = once(events, 'answer')
  socket.resetAndDestroy()
  assert.deepEqual(await answer, ['length', 400])
  await observing.close()
})

test('a client of a host gets 100 Continue only once, from the host', async (t) => {
  const host = createServer(toNodeListener(api))
  t.after(() => host.close())
  const socket = connect(await listen(host), '127.0.0.1')
  socket.write(
    'POST /length HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab',
  )
  assert.match(await textOn(socket), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 .*\{"length":2\}$/s)
})

test('closing finishes running requests and accepts no new ones', async () => {
  const other = await serve(api, { port: 0 })
  const idle = connect(other.port, '127.0.0.1')
  await once(idle, 'connect')
  const begun = once(slow, 'begin')
  const answer = fetch(`${other.url}/slow`).then((response) => response.json())
  await begun
  const closed = other.close()
  await assert.rejects(fetch(`${other.url}/read`))
  slow.emit('release')
  assert.deepEqual(await answer, { title: 'done' })
  await closed
})

test('closing handles a request in transit on a kept connection, and marks its response with Connection: close', async () => {
  const closing = await serve(api, { port: 0 })
  const kept = connect(closing.port, '127.0.0.1', () => kept.write('GET /read HTTP/1.1\r\nHost: x\r\n\r\n'))
  const [first] = await once(kept, 'data')
  assert.match(String(first), /^HTTP\/1\.1 200 .*\r\nConnection: keep-alive\r\n/s)
  const closed = closing.close()
  kept.write('GET /read HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.match(await textOn(kept), /^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s)
  await closed
})

test('closing responds to all requests of a connection before it closes that', async () => {
  const closing = await serve(api, { port: 0 })
  const begun = once(slow, 'begin')
  const socket = connect(closing.port, '127.0.0.1', () => {
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /read HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  await begun
  const closed = closing.close()
  slow.emit('release')
  const text = await textOn(socket)
  assert.deepEqual(text.match(/HTTP\/1\.1 200/g)?.length, 2)
  await closed
})

test('of pipelined requests, eight are handled at a time, each in its own async context', async () => {
  const context = new AsyncLocalStorage<number>()
  const contexts: (number | undefined)[] = []
  let most = 0
  const note = () => {
    contexts.push(context.getStore())
    most = Math.max(most, slow.listenerCount('release'))
    setImmediate(() => slow.emit('release'))
  }
  slow.on('begin', note)
  const emit = EventEmitter.prototype.emit
  let asked = 0
  EventEmitter.prototype.emit = function (name, ...given) {
    return name === 'request'
      ? context.run(asked++, () => emit.call(this, name, ...given))
      : emit.call(this, name, ...given)
  }
  const last = 'GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const text = await converse(`${'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(29)}${last}`)
  EventEmitter.prototype.emit = emit
  slow.off('begin', note)
  assert.deepEqual([most, text.match(/HTTP\/1\.1 200/g)?.length], [8, 30])
  assert.deepEqual(contexts, [...Array(30).keys()])
})

test('of pipelined requests, those with a safe method are handled at once, and the others one after another', async (context) => {
  const handled: string[] = []
  const noted = wrapExchange(api, (exchange) => (incoming, send) => {
    handled.push(incoming.method)
    exchange(incoming, send)
  })
  const noting = await serve(noted, { port: 0 })
  context.after(() => noting.close(0))
  const begun = once(slow, 'begin')
  const methods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'HEAD', 'DELETE']
  const asked = methods.map((method) => `${method} /read HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n`)
  const first = 'GET /slow HTTP/1.1\r\nHost: x\r\n'
  const socket = open(noting, `${[first, ...asked].join('\r\n')}Connection: close\r\n\r\n`)
  const answers = textOn(socket)
  await begun
  await converse('GET /read HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.deepEqual(handled, ['GET', 'HEAD', 'OPTIONS', 'GET'])
  slow.emit('release')
  assert.deepEqual((await answers).match(/(?<=HTTP\/1\.1 )\d+/g), [
    '200',
    '200',
    '405',
    '200',
    '405',
    '200',
    '405',
  ])
  assert.deepEqual(handled, ['GET', ...methods])
})

test('of pipelined requests sent after earlier responses, eight are handled at a time too', async () => {
  const release = () => setImmediate(() => slow.emit('release'))
  slow.on('begin', release)
  const ask = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
  const socket = open(server, ask.repeat(2))
  let answers = ''
  while (answers.split('done').length < 3) answers += String((await once(socket, 'data'))[0])
  slow.off('begin', release)
  const begun = countBegun()
  socket.write(ask.repeat(12))
  await begun.reach(8)
  await converse('GET /read HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.equal(begun.stop(), 8)
  await leave(socket)
})

/** Counts the requests for /slow that are begun from now on. */
function countBegun() {
  let begun = 0
  const count = () => begun++
  slow.on('begin', count)
  return {
    async reach(least: number) {
      while (begun < least) await once(slow, 'begin')
    },
    stop() {
      slow.off('begin', count)
      return begun
    },
  }
}

/** Disconnects a client whose requests for /slow are being handled, and lets their handlers end. */
async function leave(socket: ReturnType<typeof open>) {
  const gone = once(slow, 'gone')
  socket.destroy()
  await gone
  slow.emit('release')
}

test('of pipelined requests, eight are handled at a time, also after one of them has its response', async () => {
  const begun = countBegun()
  const ask = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
  const socket = open(server, ask.repeat(8))
  await begun.reach(8)
  const answered = once(socket, 'data')
  slow.rawListeners('release')[0]?.()
  await answered
  socket.write(ask.repeat(8))
  await begun.reach(9)
  await converse('GET /read HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.equal(begun.stop(), 9)
  await leave(socket)
})

test('a waiting pipelined request is not begun after its connection has closed', async () => {
  const begun = countBegun()
  const socket = open(server, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
  await begun.reach(8)
  await leave(socket)
  await converse('GET /read HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.equal(begun.stop(), 8)
})

test('a connection is not read further while many of its requests wait', async () => {
  const accepted = nextAccepted()
  const pad = `X-Pad: ${'x'.repeat(1000)}\r\n`
  const sent = `GET /slow HTTP/1.1\r\nHost: x\r\n${pad}\r\n`.repeat(2000)
  const socket = open(server, sent)
  const taken = await accepted
  for (let before = -1; before < taken.bytesRead; ) {
    before = taken.bytesRead
    await converse('GET /read HTTP/1.1\r\nHost: x\r\n\r\n')
  }
  assert.ok(taken.bytesRead < sent.length / 2, `${taken.bytesRead} of ${sent.length} bytes were read`)
  const release = () => setImmediate(() => slow.emit('release'))
  slow.on('begin', release)
  release()
  let answers = 0
  for await (const piece of socket.setEncoding('latin1')) {
    answers += String(piece).split('done').length - 1
    if (answers === 2000) break
  }
  slow.off('begin', release)
  assert.equal(answers, 2000)
})

test('closing waits until a response is sent, however slowly it is read', async () => {
  const closing = await serve(api, { port: 0 })
  const socket = connect(closing.port, '127.0.0.1')
  socket.write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'readable')
  const kept = connect(closing.port, '127.0.0.1')
  kept.write('GET /read HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(kept, 'data')
  const closed = closing.close()
  let length = 0
  for await (const piece of socket) {
    length += piece.length
    await converse('GET /read HTTP/1.1\r\nHost: x\r\n\r\n')
    if (length > LONG.length) break
  }
  assert.ok(length > LONG.length, `${length} bytes of more than ${LONG.length} came`)
  await closed
})

test('closing waits for a request whose head has begun', async () => {
  const closing = await serve(api, { port: 0 })
  const socket = connect(closing.port, '127.0.0.1')
  const answered = textOn(socket)
  socket.write('GET /read HTTP/1.1\r\nHo')
  const kept = connect(closing.port, '127.0.0.1')
  kept.write('GET /read HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(kept, 'data')
  const closed = closing.close()
  // Idle connections are closed in the same sweep.
  await once(kept, 'close')
  socket.write('st: x\r\n\r\n')
  assert.match(await answered, /^HTTP\/1\.1 200 /)
  await closed
})

test('closing waits for a body after 100 Continue', async () => {
  const closing = await serve(api, { port: 0 })
  const socket = connect(closing.port, '127.0.0.1')
  socket.write('POST /length HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n')
  const [interim] = await once(socket, 'data')
  assert.match(String(interim), /^HTTP\/1\.1 100 /)
  const closed = closing.close()
  socket.write('ab')
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 200 .*\{"length":2\}$/s)
  await closed
})

const bodies: readonly (readonly [string, string])[] = [
  ['bytes', 'POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a value',
    'POST /title HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"title":"1"}',
  ],
]
for (const [title, message] of bodies) {
  test(`an idle connection does not keep the body of its last request in memory, ${title}`, async () => {
    const socket = open(server, message)
    await once(socket, 'data')
    await new Promise(setImmediate)
    collectGarbage()
    assert.equal(brought.at(-1)?.deref(), undefined)
    assert.equal(socket.readyState, 'open')
    socket.destroy()
  })
}

test('a requestTimeout shorter than the headersTimeout applies to the head too', async () => {
  const hasty = await serve(api, { port: 0, requestTimeout: 1000 })
  const socket = connect(hasty.port, '127.0.0.1', () => socket.write('GET /read HTTP/1.1\r\nHost: x\r\n'))
  assert.match(await textOn(socket), /^HTTP\/1\.1 408 /)
  await hasty.close(0)
})

const unlistened: readonly [title: string, options: ServeOptions, code: string, message: RegExp][] = [
  [
    'an unknown host',
    { host: 'no.invalid' },
    'ENOTFOUND',
    /on no\.invalid:0: no such host is known\. Use another: 127/,
  ],
  [
    'an address of another machine',
    { host: '203.0.113.1' },
    'EADDRNOTAVAIL',
    /has no such address\. Use another host: 127/,
  ],
  [
    'a link-local address',
    { host: 'fe80::1' },
    'EINVAL',
    /on \[fe80::1\]:0: listen EINVAL.*\. Use another host: 127/,
  ],
]
for (const [title, options, code, message] of unlistened) {
  test(`${title} is reported, with what to give instead`, async () => {
    const refused = await serve(api, { port: 0, ...options }).catch((error: Error) => error)
    assert.ok(refused instanceof Error && refused.cause instanceof Error)
    assert.deepEqual([Reflect.get(refused, 'code'), Reflect.get(refused.cause, 'code')], [code, code])
    assert.match(refused.message, message)
  })
}

test('a port in use is reported, with what to do about it', async () => {
  const message = `Cannot listen on 127.0.0.1:${server.port}: another program listens there. Stop it, or use another port (0 for any free one)`
  const before = countTimers()
  await assert.rejects(serve(api, { port: server.port }), { code: 'EADDRINUSE', message })
  assert.ok(countTimers() <= before)
})

const LOW_PORTS = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
const isLow = existsSync(LOW_PORTS) && Number(readFileSync(LOW_PORTS, 'utf8')) > 1
test('a port that this user may not use is reported', { skip: !isLow }, async (t) => {
  const user = process.getuid?.()
  if (user === 0) {
    process.seteuid?.(65_534)
    t.after(() => process.seteuid?.(0))
  }
  const message = 'Cannot listen on 127.0.0.1:1: this user has no permission. Use a port above 1023'
  await assert.rejects(serve(api, { port: 1 }), { code: 'EACCES', message })
})

test('all wrong options of serve are reported together, before it listens', async () => {
  const options = { hostname: '0.0.0.0', host: '', port: 65_536, sendTimeout: 2 ** 31, requestTimeout: -1 }
  const message = `serve does not take its options:
  - hostname is not an option of serve; it takes host, port, requestTimeout, headersTimeout, keepAliveTimeout, sendTimeout, maxHeaderSize, bodiesLimit
  - host is ""; write 127.0.0.1 for this machine only, 0.0.0.0 for all of its addresses
  - port is 65536; write a whole number up to 65535, or 0 for any free port
  - requestTimeout is -1; write whole milliseconds up to 2147483647, or 0 for no limit
  - sendTimeout is 2147483648; write whole milliseconds up to 2147483647, or 0 for no limit`
  await assert.rejects(serve(api, options), { name: 'TypeError', message })
  const untyped: object = { host: 5, port: '8000', keepAliveTimeout: 1.5 }
  await assert.rejects(
    serve(api, untyped),
    /host is 5; write 127\.0\.0\.1 for this machine only.*\n.*port is "8000"; .*\n.*keepAliveTimeout is 1\.5; /,
  )
})

test('options of serve that are not an object are reported, before it listens', async () => {
  for (const options of [null, 5]) {
    const message = `serve does not take its options:
  - the options of serve are ${options}; write an object with any of host, port, requestTimeout, headersTimeout, keepAliveTimeout, sendTimeout, maxHeaderSize, bodiesLimit`
    await assert.rejects(serve(api, options as never), { name: 'TypeError', message })
  }
})

test('a value that is not an api is refused, before it listens', async () => {
  const others: readonly [given: object, shown: string][] = [
    [api.fetch, 'the function fetch'],
    [Promise.resolve(api), 'an object (Promise)'],
    [[api], 'a list'],
    [{ exchange: 'serve' }, 'an object'],
  ]
  for (const [given, shown] of others) {
    const refused = { name: 'TypeError', message: `The api is ${shown}; pass what implement(…) returns` }
    await assert.rejects(serve(Object(given), { port: 0 }), refused)
    assert.throws(() => toNodeListener(Object(given)), refused)
  }
})

const refusedLimits: readonly (readonly [ServeOptions, string])[] = [
  [{ maxHeaderSize: 0 }, 'maxHeaderSize is 0; write whole bytes, such as 16384'],
  [{ maxHeaderSize: 1.5 }, 'maxHeaderSize is 1.5; write whole bytes, such as 16384'],
  [Object({ maxHeaderSize: '5' }), 'maxHeaderSize is "5"; write whole bytes, such as 16384'],
  [{ bodiesLimit: 0 }, 'bodiesLimit is 0; write whole bytes, such as 268435456'],
  [
    { headersTimeout: 30_001 },
    'headersTimeout is 30001 and requestTimeout 30000, which is for the headers as well; raise that, or lower headersTimeout',
  ],
]

for (const [options, mistake] of refusedLimits) {
  test(`a limit that Node would refuse is reported with every other mistake: ${mistake}`, async () => {
    const message = `serve does not take its options:
  - port is -1; write a whole number up to 65535, or 0 for any free port
  - ${mistake}`
    await assert.rejects(serve(api, { ...options, port: -1 }), { name: 'TypeError', message })
  })
}

test('headersTimeout may equal requestTimeout, or have any value if that is 0', async () => {
  for (const limits of [
    { headersTimeout: 20_000, requestTimeout: 20_000 },
    { headersTimeout: 20_000, requestTimeout: 0 },
    { maxHeaderSize: 1 },
  ])
    await (await serve(api, { port: 0, ...limits })).close(0)
})

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Writes the message, asks for the connection to be closed after the last response, and reads to the end. */
function converse(message: string): Promise<string> {
  return textOn(
    open(server, message.replace(/Host: x\r\n(?!.*Host)/s, 'Host: x\r\nConnection: close\r\n')),
    'latin1',
  )
}

test('a handler gets its whole body even if a wrapper responds before the body has come', async () => {
  const early = wrapExchange(api, (exchange) => (incoming, send) => {
    send({ status: 503, headers: [], body: 'late' })
    exchange(incoming, () => 0)
  })
  const other = await serve(early, { port: 0 })
  brought.length = 0
  const accepted = nextAccepted()
  const socket = connect(other.port, '127.0.0.1')
  const begun = 'POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nab'
  socket.write(begun)
  await haveArrived(await accepted, begun.length)
  socket.write('cd')
  await haveArrived(await accepted, begun.length + 2)
  assert.equal(brought.length, 0)
  const next = once(socket, 'data')
  socket.write('efGET /read HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.match(String(await next), /^HTTP\/1\.1 503 /)
  assert.deepEqual(
    brought.map((body) => String(body.deref())),
    ['abcdef'],
  )
  await other.close(0)
})

test('a stream that breaks off is not a complete response over HTTP/1.0 either', async () => {
  const socket = open(server, 'GET /halved HTTP/1.0\r\nHost: x\r\n\r\n')
  const failed = new Promise((resolve) => socket.once('error', resolve))
  const [first] = await once(socket, 'data')
  assert.match(String(first), /^HTTP\/1\.1 200 /)
  slow.emit('break')
  assert.match(String(await failed), /ECONNRESET/)
})

test('a body that is read after its response is reported as broken off, and not as an error', async () => {
  const notices: unknown[] = []
  const late = new EventEmitter()
  const guarded = implement(
    contract({
      title: 'Late',
      version: '1',
      routes: { length: post('/length', { security: tokenFrom({}), body: raw(), response: integer() }) },
    }),
    { length: ({ body }) => body.length },
    {
      authenticate: () => once(late, 'authorize'),
      onAnswer: ({ status }) => late.emit('answer', status),
      onError: (notice) => notices.push(notice),
    },
  )
  const early = wrapExchange(guarded, (exchange) => (incoming, send) => {
    exchange(incoming, () => 0)
    send({ status: 503, headers: [], body: 'late' })
  })
  const other = await serve(early, { port: 0 })
  const headers = { authorization: 'Bearer a' }
  const { status } = await fetch(`${other.url}/length`, { method: 'POST', headers, body: 'abc' })
  assert.equal(status, 503)
  const answered = once(late, 'answer')
  late.emit('authorize')
  assert.deepEqual(await answered, [400])
  assert.deepEqual(notices, [])
  await other.close(0)
})

// table: which part of a body comes before its user is known, and which after that.
const parted: readonly (readonly [title: string, framing: string, before: string, behind: string])[] = [
  ['all of it before', 'Content-Length: 4', 'abcd', ''],
  ['half of it before', 'Content-Length: 4', 'ab', 'cd'],
  ['none of it before', 'Content-Length: 4', '', 'abcd'],
  ['all chunks before', 'Transfer-Encoding: chunked', '2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n', ''],
  ['a chunk before', 'Transfer-Encoding: chunked', '2\r\nab\r\n', '2\r\ncd\r\n0\r\n\r\n'],
  ['all but the end before', 'Transfer-Encoding: chunked', '4\r\nabcd\r\n', '0\r\n\r\n'],
  ['the end of an empty one before', 'Transfer-Encoding: chunked', '0\r\n\r\n', ''],
  ['the end of an empty one after', 'Transfer-Encoding: chunked', '', '0\r\n\r\n'],
]

for (const [title, framing, before, behind] of parted) {
  test(`a body is read whole, whichever part comes before its user is known: ${title}`, {
    timeout: 30_000,
  }, async (context) => {
    const user = new EventEmitter()
    const guarded = implement(
      contract({
        title: 'Parted',
        version: '1',
        routes: { echo: post('/echo', { security: tokenFrom({}), body: raw(), response: string() }) },
      }),
      { echo: ({ body }) => new TextDecoder().decode(body) },
      {
        async authenticate() {
          const known = once(user, 'known')
          user.emit('asked')
          await known
          return 'Ann'
        },
      },
    )
    const other = await serve(guarded, { port: 0 })
    context.after(() => other.close(0))
    const asked = once(user, 'asked')
    const socket = connect(other.port, '127.0.0.1')
    const answered = textOn(socket)
    const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nConnection: close\r\n'
    socket.write(`${head}${framing}\r\n\r\n${before}`)
    await asked
    user.emit('known')
    socket.write(behind)
    const body = /[a-d]/.test(before + behind) ? 'abcd' : ''
    assert.match(await answered, new RegExp(`^HTTP/1.1 200 .*\\r\\n\\r\\n"${body}"$`, 's'))
  })
}

// table: a status without a body, and its content-length (RFC 9110 §8.6).
const bodiless: readonly (readonly [status: number, length: string | undefined])[] = [
  [204, undefined],
  [205, '0'],
  [304, undefined],
]

for (const [status, length] of bodiless) {
  test(`a ${status} ${length === undefined ? 'has no content-length' : `has the content-length ${length}`}`, async (context) => {
    const routesOf = { read: get('/', { status: 200, responses: { [status]: 'Nothing' } }) }
    const empty = implement(contract({ title: 'Empty', version: '1', routes: routesOf }), {
      read: () => rawReply(null, { status }),
    })
    const other = await serve(empty, { port: 0 })
    context.after(() => other.close(0))
    const answer = await fetch(other.url)
    assert.deepEqual([answer.status, answer.headers.get('content-length') ?? undefined], [status, length])
  })
}
