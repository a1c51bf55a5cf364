import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { integer, Model, string } from '@postern/model'
import { breakingStream } from '../../test/breaking-stream.ts'
import { textOn } from '../../test/socket.ts'
import {
  contract,
  implement,
  json,
  jsonLines,
  raw,
  rawReply,
  routes,
  stream,
  wrapExchange,
} from '../index.ts'
import { serve as serveOnBun } from './bun.ts'
import { type RunningServer, serve as serveOnNode } from './node.ts'

class Note extends Model({
  text: string({ strip: true, minLength: 1 }),
  priority: integer({ default: 3 }),
}) {}
class Length extends Model({ length: integer() }) {}

const { get, post } = routes()
/** What is told to the process, and what the process tells, line by line. */
const told = new EventEmitter()
const tell = (line: string) => console.log(line)

const plainText = { 'content-type': 'text/plain' }
const callers = new AsyncLocalStorage<string | undefined>()

const plain = implement(
  contract({
    title: 'Doors',
    version: '1',
    routes: {
      create: post('/notes', { body: json(Note), response: Note, status: 201 }),
      read: get('/notes/{id}', {
        params: { id: integer() },
        response: Note,
        errors: { 404: 'No such note' },
      }),
      length: post('/length', { body: raw({ limit: 1000 }), response: Length }),
      count: post('/count', { body: stream({ limit: 1000 }), response: Length }),
      crash: post('/crash', { body: json(Note), response: Note }),
      caller: post('/caller', { body: json(Note), response: Note }),
      peer: get('/peer', { response: Note }),
      names: get('/names', { response: Note }),
      stream: get('/stream', {}),
      sized: get('/sized', {}),
      generated: get('/generated', {}),
      watched: get('/watched', {}),
      brokenAtOnce: get('/broken-at-once', {}),
      watchedAtOnce: get('/watched-at-once', {}),
      lines: get('/lines', { response: jsonLines(Note) }),
      slow: get('/slow', { response: Note }),
    },
  }),
  {
    create: ({ body }) => body,
    read: ({ params, fail }) => (params.id < 100 ? { text: `é${params.id}` } : fail(404)),
    length: ({ body }) => ({ length: body.length }),
    async count({ body }) {
      let length = 0
      for await (const piece of body) length += piece.length
      return { length }
    },
    crash() {
      throw new Error('the disk is on fire')
    },
    caller: () => ({ text: String(callers.getStore()) }),
    names: ({ request }) => ({ text: `names: ${[...request.headerNames()]}` }),
    peer: ({ request }) => ({ text: String(request.remoteAddress) }),
    stream: () => rawReply(streamOf('one ', 'two'), { status: 203, headers: plainText }),
    sized: () => rawReply(streamOf('one ', 'two'), { headers: { ...plainText, 'content-length': '7' } }),
    generated: () => rawReply(breakingBehind('one')),
    watched: () => rawReply(breakingStream('one'), { headers: { 'content-length': '7' } }),
    brokenAtOnce: () => rawReply(breakingBehind()),
    watchedAtOnce: () => rawReply(breakingStream(), { headers: { 'content-length': '7' } }),
    lines: () => breakingBehind({ text: 'one' }),
    slow: ({ request }) =>
      new Promise((resolve) => {
        request.signal.addEventListener('abort', () => tell(`aborted, from ${request.remoteAddress}`))
        told.once('release', () => resolve({ text: 'done' }))
        tell('begun')
      }),
  },
  {
    cors: {
      allowOrigins: ['https://app.example'],
      allowMethods: ['GET', 'POST', 'OPTIONS'],
      allowHeaders: ['content-type'],
    },
  },
)

const api = wrapExchange(plain, (exchange) => (incoming, send) => {
  callers.run(incoming.header('x-caller'), exchange, incoming, send)
})

/** What Bun does with this file: it serves, and obeys the lines that it reads. */
async function beServer(): Promise<void> {
  const server = await serveOnBun(api, { port: 0 })
  told.on('close', () => {
    server.close(Number.POSITIVE_INFINITY).then(() => tell('closed'))
    tell('closing')
  })
  told.on('cut', () => server.close(0).then(() => process.exit()))
  told.on('again', () => serveOnBun(api, { port: server.port }).catch((error) => tell(String(error))))
  told.on('astray', () => serveOnBun(api, { host: 'fe80::1' }).catch((error) => tell(String(error))))
  told.on('misspelt', () => {
    const options = { hostname: '0.0.0.0', port: -1 }
    serveOnBun(api, options).catch((error) => tell(JSON.stringify(String(error))))
  })
  told.on('fetch', () => serveOnBun(Object.assign(api.fetch)).catch((error) => tell(String(error))))
  told.on('shared', async () => {
    const { port } = await serveOnBun(api, { port: 0, reusePort: true })
    serveOnBun(api, { port, reusePort: true }).then(
      () => tell('shared'),
      (error) => tell(String(error)),
    )
  })
  told.on('impatient', async () => {
    const { port } = await serveOnBun(api, { port: 0, idleTimeout: 1000 })
    tell(String(port))
  })
  createInterface(process.stdin).on('line', (line) => told.emit(line))
  told.on('idle', async () => {
    const limits = [-1, 0, 255_000, 255_001, Number.NaN]
    const served = limits.map((idleTimeout) => serveOnBun(api, { port: 0, idleTimeout }).then(cut, String))
    tell(JSON.stringify(await Promise.all(served)))
  })
  tell(String(server.port))
}

const cut = (server: RunningServer) => server.close(0).then(() => 'served')

function testDoor(): void {
  let bun: Served
  let node: RunningServer
  before(async () => {
    bun = await startBun()
    node = await serveOnNode(api, { port: 0 })
  })
  after(async () => {
    bun.child.kill()
    await node.close(0)
  })

  for (const [title, path, init] of REQUESTS) {
    test(`${title}: as on Node`, async () => {
      assert.deepEqual(
        await answerOf(`${bun.url}${path}`, init()),
        await answerOf(`${node.url}${path}`, init()),
      )
    })
  }

  test('a preflight is answered the same however often it comes', async () => {
    const granted = await answerOf(`${node.url}/notes`, preflight('https://app.example'))
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await answerOf(`${bun.url}/notes`, preflight('https://app.example')), granted)
    }
  })

  test('a thousand requests that come at once have each their own answer', async () => {
    const numbers = Array.from({ length: 1000 }, (_, index) => index)
    const answers = numbers.map(async (number) => {
      const response = await fetch(`${bun.url}/notes`, {
        method: 'POST',
        ...asJson({ text: `number ${number}` }),
      })
      return response.json()
    })
    assert.deepEqual(
      await Promise.all(answers),
      numbers.map((number) => ({ text: `number ${number}`, priority: 3 })),
    )
  })

  test('requests that come at once have each their own context', async () => {
    const callers = Array.from({ length: 100 }, (_, index) => `caller ${index}`)
    const answers = callers.map(async (caller) => {
      const init = asJson({ text: 'a' })
      const headers = { ...init.headers, 'x-caller': caller }
      const response = await fetch(`${bun.url}/caller`, { ...init, method: 'POST', headers })
      return response.json()
    })
    assert.deepEqual(
      await Promise.all(answers),
      callers.map((text) => ({ text, priority: 3 })),
    )
  })

  test('requests without a body that come at once on one connection are answered in order', async () => {
    const paths = ['/notes/1', '/notes/2', '/notes/3']
    const answer = await converse(bun, [
      ...paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
      'GET /notes/4 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ])
    assert.deepEqual(
      [...answer.matchAll(/"text":"é(\d)"/g)].map(([, number]) => number),
      ['1', '2', '3', '4'],
    )
  })

  /** What comes of an answer that is cut off: that its connection is reset is no error. */
  const brokenAnswer = async (path: string, server: Listening = bun) => {
    const socket = open(server, [`GET ${path} HTTP/1.1\r\nHost: x\r\nOrigin: https://app.example\r\n\r\n`])
    let answer = ''
    socket.on('data', (piece) => {
      answer += piece
    })
    await new Promise((resolve) => socket.on('close', resolve))
    return answer
  }

  for (const path of ['/generated', '/watched', '/lines']) {
    test(`§4.4 what ${path} gives before it breaks comes, behind the grants of its answer`, async () => {
      assert.match(
        await brokenAnswer(path),
        /access-control-allow-origin: https:\/\/app\.example\r\n.*one[^0]*$/is,
      )
    })
  }

  for (const path of ['/broken-at-once', '/watched-at-once']) {
    test(`of ${path} no half of a head comes, which a browser would take for a whole answer`, async () => {
      assert.equal(await brokenAnswer(path), '')
    })
  }

  test('Bun does not print what breaks a stream', async () => {
    const quiet = await startBun()
    const printed = textOn(quiet.child.stderr)
    await brokenAnswer('/watched', quiet)
    quiet.child.kill()
    assert.equal(await printed, '')
  })

  test('§4.4 a length that Bun itself would refuse is a 413 with grants', async () => {
    const head =
      'POST /length HTTP/1.1\r\nHost: x\r\nOrigin: https://app.example\r\nConnection: close\r\nContent-Length: 200000000\r\n\r\n'
    assert.match(
      await converse(bun, [head]),
      /^HTTP\/1\.1 413 .*access-control-allow-origin: https:\/\/app\.example\r\n.*Content Too Large/is,
    )
  })

  test('chunks above the limit are a 413 before the last has come', async () => {
    const chunk = `258\r\n${'x'.repeat(600)}\r\n`
    const head = 'POST /length HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
    assert.match(await converse(bun, [head, chunk, chunk]), /^HTTP\/1\.1 413 /)
  })

  test('a request of HTTP/1.0 that names no host is found by its path', async () => {
    assert.match(await converse(bun, ['GET /notes/1 HTTP/1.0\r\n\r\n']), /"text":"é1"/)
  })

  test('of such a request no host is among the names of its headers', async () => {
    assert.match(await converse(bun, ['GET /names HTTP/1.0\r\nX-Tag: a\r\n\r\n']), /"text":"names: x-tag"/)
  })

  for (const [title, lines, answer] of HOSTS) {
    test(`§4.3 ${title} is answered as on Node`, async () => {
      const message = `GET /notes/1 HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`
      assert.match(await converse(bun, [message]), answer)
      assert.match(await converse(node, [message]), answer)
    })
  }

  test('a client that goes away aborts its request', async () => {
    const begun = bun.next()
    const socket = open(bun, ['GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'])
    assert.equal(await begun, 'begun')
    const aborted = bun.next()
    socket.destroy()
    assert.equal(await aborted, 'aborted, from undefined')
    bun.child.stdin.write('release\n')
  })

  test('an address that is taken is told, and what to do', async () => {
    const refused = bun.next()
    bun.child.stdin.write('again\n')
    assert.match(
      await refused,
      /^Error: Cannot listen on 127\.0\.0\.1:\d+: another program does already\. Stop it/,
    )
    const astray = bun.next()
    bun.child.stdin.write('astray\n')
    assert.match(await astray, /on \[fe80::1\]:8000: EINVAL.*\. Give another host: 127/)
  })

  test('the option is called host as on Node, and what is none is told with every other mistake', async () => {
    const refused = bun.next()
    bun.child.stdin.write('misspelt\n')
    const told =
      /hostname is not an option of serve; it takes host, port, idleTimeout.*\n.*port is -1; give a whole/
    assert.match(JSON.parse(await refused), told)
  })

  test('what is no api is refused at start', async () => {
    const refused = bun.next()
    bun.child.stdin.write('fetch\n')
    assert.match(await refused, /^TypeError: The api is .*; give what implement\(…\) answers$/)
  })

  test('a port may be shared with others', async () => {
    const shared = bun.next()
    bun.child.stdin.write('shared\n')
    assert.equal(await shared, 'shared')
  })

  test('a connection on which nothing moves is closed after its idle time', async () => {
    const listening = bun.next()
    bun.child.stdin.write('impatient\n')
    const impatient = { port: Number(await listening) }
    const patient = open(bun, ['GET /notes/1 HTTP/1.1\r\nHost: x\r\n\r\n'])
    await once(patient, 'data')
    await converse(impatient, ['GET /notes/1 HTTP/1.1\r\nHost: x\r\n\r\n'])
    const answered = textOn(patient)
    patient.write('GET /notes/2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    assert.match(await answered, /"text":"é2"/)
  })

  test('an idle time that Bun does not take is refused, and Bun where it is not', async () => {
    const served = bun.next()
    bun.child.stdin.write('idle\n')
    const why = (limit: string) =>
      `TypeError: serve does not take its options:\n  - idleTimeout is ${limit}; give whole milliseconds up to 255000, or 0 for ever`
    assert.deepEqual(JSON.parse(await served), [why('-1'), 'served', 'served', why('255001'), why('NaN')])
    await assert.rejects(serveOnBun(api), /serves on Bun; on Node take @postern\/contract\/node$/)
  })

  test('closing answers what was begun, takes nothing new and holds nobody', ENDS, async (t) => {
    const closing = await startBun()
    t.after(() => closing.child.kill())
    const say = async (line: string) => {
      const heard = closing.next()
      closing.child.stdin.write(`${line}\n`)
      return heard
    }
    const idle = open(closing, ['GET /notes/1 HTTP/1.1\r\nHost: x\r\n\r\n'])
    await once(idle, 'data')
    const begun = closing.next()
    const answer = fetch(`${closing.url}/slow`).then((response) => response.json())
    assert.equal(await begun, 'begun')
    assert.equal(await say('close'), 'closing')
    await assert.rejects(fetch(`${closing.url}/notes/1`))
    const closed = say('release')
    assert.deepEqual(await answer, { text: 'done', priority: 3 })
    assert.equal(await closed, 'closed')
    const ended = once(closing.child, 'exit')
    closing.child.stdin.end()
    assert.deepEqual(await ended, [0, null])
  })

  test('closing cuts off what is not answered within its grace', async () => {
    const closing = await startBun()
    const begun = closing.next()
    const answer = assert.rejects(fetch(`${closing.url}/slow`))
    assert.equal(await begun, 'begun')
    const ended = once(closing.child, 'exit')
    closing.child.stdin.write('cut\n')
    await answer
    assert.deepEqual(await ended, [0, null])
  })
}

/** A process that something holds would never end. */
const ENDS = { timeout: 10_000 }

const asJson = (value: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json', origin: 'https://app.example' },
  body: JSON.stringify(value),
})
const inChunks = (...chunks: string[]): RequestInit => {
  const init = { method: 'POST', body: new Blob(chunks).stream(), duplex: 'half' }
  return init
}
const preflight = (origin: string): RequestInit => ({
  method: 'OPTIONS',
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  },
})

type Sent = readonly [title: string, target: string, init: () => RequestInit]

const REQUESTS: readonly Sent[] = [
  ['a create', '/notes', () => ({ method: 'POST', ...asJson({ text: ' größe ' }) })],
  ['a misfit of the body', '/notes', () => ({ method: 'POST', ...asJson({ text: ' ', priority: 'x' }) })],
  ['a body that is no JSON', '/notes', () => ({ method: 'POST', ...asJson({}), body: '{"text": ' })],
  [
    'a body that is no UTF-8',
    '/notes',
    () => ({ method: 'POST', ...asJson({}), body: Buffer.from('{"text":"\xff"}', 'latin1') }),
  ],
  ['no body', '/notes', () => ({ method: 'POST' })],
  ['a read', '/notes/1?a=b#c', () => ({ headers: { origin: 'https://app.example' } })],
  ['a read from another origin', '/notes/1', () => ({ headers: { origin: 'https://other.example' } })],
  ['a misfit of the path', '/notes/x', () => ({})],
  ['a declared failure', '/notes/100', () => ({})],
  ['a preflight', '/notes', () => preflight('https://app.example')],
  ['a preflight from another origin', '/notes', () => preflight('https://other.example')],
  ['an unknown path', '/nowhere', () => ({ headers: { origin: 'https://app.example' } })],
  ['an unknown method', '/notes', () => ({ method: 'DELETE' })],
  ...['/length', '/count'].flatMap((path): Sent[] => [
    [`a body in chunks at ${path}`, path, () => inChunks('abc', 'de')],
    [`chunks above the limit at ${path}`, path, () => inChunks('x'.repeat(600), 'y'.repeat(600))],
    [`a length above the limit at ${path}`, path, () => ({ method: 'POST', body: 'x'.repeat(1001) })],
    [`a length at the limit at ${path}`, path, () => ({ method: 'POST', body: 'x'.repeat(1000) })],
  ]),
  ['HEAD', '/notes/1', () => ({ method: 'HEAD' })],
  ['HEAD of what is not there', '/notes/100', () => ({ method: 'HEAD' })],
  ['a stream', '/stream', () => ({})],
  ['HEAD of a stream', '/stream', () => ({ method: 'HEAD' })],
  ['HEAD of a stream of a known length', '/sized', () => ({ method: 'HEAD' })],
  ['a handler that throws', '/crash', () => ({ method: 'POST', ...asJson({ text: 'a' }) })],
  ['the address of the peer', '/peer', () => ({})],
]

/** What is sent as Host, and the answer. */
const HOSTS: readonly (readonly [title: string, lines: string, answer: RegExp])[] = [
  ['one host', 'Host: api.example:8000\r\n', /^HTTP\/1\.1 200 .*"text":"é1"/s],
  ['an address of IPv6', 'Host: [::1]:8000\r\n', /^HTTP\/1\.1 200 /],
  ['a host that is empty', 'Host:\r\n', /^HTTP\/1\.1 200 /],
  ['the same host twice', 'Host: x\r\nHost: x\r\n', /^HTTP\/1\.1 400 .*more than one Host/s],
  ['another host in small letters', 'Host: x\r\nhost: y\r\n', /^HTTP\/1\.1 400 .*more than one Host/s],
  ['a host and an empty one', 'Host: x\r\nHost:\r\n', /^HTTP\/1\.1 400 .*Host/s],
  ['a host with a path', 'Host: x/y\r\n', /^HTTP\/1\.1 400 .*no host has/s],
]

/** Of the connection alone; that an answer is as long as it says is seen by whoever reads it. */
const OF_CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding']

async function answerOf(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init)
  const headers = [...response.headers].filter(([name]) => !OF_CONNECTION.includes(name))
  return { status: response.status, headers: Object.fromEntries(headers), body: await response.text() }
}

type Listening = Pick<RunningServer, 'port'>

interface Served extends Listening {
  readonly child: ChildProcessWithoutNullStreams
  readonly url: string
  /** The next line that the process tells. */
  readonly next: () => Promise<string>
}

async function startBun(): Promise<Served> {
  const command = fileURLToPath(new URL('../../../../node_modules/.bin/bun', import.meta.url))
  const child = spawn(command, [import.meta.filename], { stdio: 'pipe' })
  child.stderr.pipe(process.stderr, { end: false })
  const lines = createInterface(child.stdout)
  const next = async () => String((await once(lines, 'line'))[0])
  const port = Number(await next())
  return { child, next, port, url: `http://127.0.0.1:${port}` }
}

/** Writes the messages and reads until the connection is closed. */
function converse(server: Listening, messages: readonly string[]): Promise<string> {
  return textOn(open(server, messages))
}

function open({ port }: Listening, messages: readonly string[]): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(messages.join('')))
  socket.on('error', () => undefined)
  return socket
}

/** In turns of their own: what is there at once Bun sends as one, and tells its length. */
function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
  return new ReadableStream({
    async pull(controller) {
      await nextTurn()
      const next = bytes.shift()
      if (next === undefined) controller.close()
      else controller.enqueue(next)
    },
  })
}

/** Breaks in the turn in which it gives. */
function* breakingBehind<Given extends string | { text: string }>(
  ...given: Given[]
): Generator<Given, undefined, undefined> {
  yield* given
  throw new Error('the disk is on fire')
}

if (process.versions['bun'] === undefined) testDoor()
else await beServer()
