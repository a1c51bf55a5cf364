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
/** Emits each line that the process reads, as a command. */
const commands = new EventEmitter()
const print = (line: string) => console.log(line)

const plainText = { 'content-type': 'text/plain' }
const callers = new AsyncLocalStorage<string | undefined>()

const plain = implement(
  contract({
    title: 'Notes',
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
        request.signal.addEventListener('abort', () => print(`aborted, from ${request.remoteAddress}`))
        commands.once('release', () => resolve({ text: 'done' }))
        print('begun')
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

/** What Bun runs of this file: it serves, and obeys the lines that it reads. */
async function beServer(): Promise<void> {
  const server = await serveOnBun(api, { port: 0 })
  commands.on('close', () => {
    server.close(Number.POSITIVE_INFINITY).then(() => print('closed'))
    print('closing')
  })
  commands.on('cut', () => server.close(0).then(() => process.exit()))
  commands.on('again', () => serveOnBun(api, { port: server.port }).catch((error) => print(String(error))))
  commands.on('invalid host', () =>
    serveOnBun(api, { host: 'fe80::1' }).catch((error) => print(String(error))),
  )
  commands.on('misspelt', () => {
    const options = { hostname: '0.0.0.0', port: -1 }
    serveOnBun(api, options).catch((error) => print(JSON.stringify(String(error))))
  })
  commands.on('fetch', () => serveOnBun(Object.assign(api.fetch)).catch((error) => print(String(error))))
  commands.on('shared', async () => {
    const { port } = await serveOnBun(api, { port: 0, reusePort: true })
    serveOnBun(api, { port, reusePort: true }).then(
      () => print('shared'),
      (error) => print(String(error)),
    )
  })
  commands.on('impatient', async () => {
    // Bun counts whole seconds.
    const { port } = await serveOnBun(api, { port: 0, idleTimeout: 400 })
    print(String(port))
  })
  createInterface(process.stdin).on('line', (line) => commands.emit(line))
  commands.on('idle', async () => {
    const limits = [-1, 0, 255_000, 255_001, Number.NaN]
    const served = limits.map((idleTimeout) => serveOnBun(api, { port: 0, idleTimeout }).then(cut, String))
    print(JSON.stringify(await Promise.all(served)))
  })
  print(String(server.port))
}

const cut = (server: RunningServer) => server.close(0).then(() => 'served')

function testOnBun(): void {
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
    test(`${title}: the response is the same as on Node`, async () => {
      assert.deepEqual(
        await answerOf(`${bun.url}${path}`, init()),
        await answerOf(`${node.url}${path}`, init()),
      )
    })
  }

  test('repeated preflights get the same response', async () => {
    const granted = await answerOf(`${node.url}/notes`, preflight('https://app.example'))
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await answerOf(`${bun.url}/notes`, preflight('https://app.example')), granted)
    }
  })

  test('a thousand concurrent requests each get their own response', async () => {
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

  test('concurrent requests each have their own async context', async () => {
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

  test('pipelined requests without a body get their responses in order', async () => {
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

  /** What arrives of a response that is cut off; a reset of its connection is not an error. */
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
    test(`§4.4 what ${path} sends before it breaks arrives, after the grants of its response`, async () => {
      assert.match(
        await brokenAnswer(path),
        /access-control-allow-origin: https:\/\/app\.example\r\n.*one[^0]*$/is,
      )
    })
  }

  for (const path of ['/broken-at-once', '/watched-at-once']) {
    test(`${path} sends no partial head, which a browser would take for a complete response`, async () => {
      assert.equal(await brokenAnswer(path), '')
    })
  }

  test('Bun does not print the error that breaks a stream', async () => {
    const quiet = await startBun()
    const printed = textOn(quiet.child.stderr)
    await brokenAnswer('/watched', quiet)
    quiet.child.kill()
    assert.equal(await printed, '')
  })

  test('§4.4 a length that Bun itself would refuse gets a 413 with grants', async () => {
    const head =
      'POST /length HTTP/1.1\r\nHost: x\r\nOrigin: https://app.example\r\nConnection: close\r\nContent-Length: 200000000\r\n\r\n'
    assert.match(
      await converse(bun, [head]),
      /^HTTP\/1\.1 413 .*access-control-allow-origin: https:\/\/app\.example\r\n.*Content Too Large/is,
    )
  })

  test('chunks above the limit get a 413 before the last one has come', async () => {
    const chunk = `258\r\n${'x'.repeat(600)}\r\n`
    const head = 'POST /length HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
    assert.match(await converse(bun, [head, chunk, chunk]), /^HTTP\/1\.1 413 /)
  })

  test('a request of HTTP/1.0 without a Host is routed by its path', async () => {
    assert.match(await converse(bun, ['GET /notes/1 HTTP/1.0\r\n\r\n']), /"text":"é1"/)
  })

  test('a request of HTTP/1.0 without a Host has no host among its header names', async () => {
    assert.match(await converse(bun, ['GET /names HTTP/1.0\r\nX-Tag: a\r\n\r\n']), /"text":"names: x-tag"/)
  })

  for (const [title, lines, answer] of HOSTS) {
    test(`§4.3 ${title} gets the same response as on Node`, async () => {
      const message = `GET /notes/1 HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`
      assert.match(await converse(bun, [message]), answer)
      assert.match(await converse(node, [message]), answer)
    })
  }

  test('a client that disconnects aborts its request', async () => {
    const begun = bun.next()
    const socket = open(bun, ['GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'])
    assert.equal(await begun, 'begun')
    const aborted = bun.next()
    socket.destroy()
    assert.equal(await aborted, 'aborted, from undefined')
    bun.child.stdin.write('release\n')
  })

  test('an address in use is reported, with what to do', async () => {
    const refused = bun.next()
    bun.child.stdin.write('again\n')
    assert.match(
      await refused,
      /^Error: Cannot listen on 127\.0\.0\.1:\d+: another program listens there\. Stop it/,
    )
    const invalidHost = bun.next()
    bun.child.stdin.write('invalid host\n')
    assert.match(await invalidHost, /on \[fe80::1\]:8000: EINVAL.*\. Use another host: 127/)
  })

  test('the option is named host, as on Node, and an unknown option is reported with every other mistake', async () => {
    const refused = bun.next()
    bun.child.stdin.write('misspelt\n')
    const expected =
      /hostname is not an option of serve; it takes host, port, idleTimeout.*\n.*port is -1; write a whole/
    assert.match(JSON.parse(await refused), expected)
  })

  test('a value that is not an api is refused at start', async () => {
    const refused = bun.next()
    bun.child.stdin.write('fetch\n')
    assert.match(await refused, /^TypeError: The api is .*; pass what implement\(…\) returns$/)
  })

  test('a port may be shared with other processes', async () => {
    const shared = bun.next()
    bun.child.stdin.write('shared\n')
    assert.equal(await shared, 'shared')
  })

  test('an idle connection is closed after its idleTimeout', ENDS, async () => {
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

  test('an idleTimeout that Bun does not support is refused, and serving on Node is too', async () => {
    const served = bun.next()
    bun.child.stdin.write('idle\n')
    const why = (limit: string) =>
      `TypeError: serve does not take its options:\n  - idleTimeout is ${limit}; write whole milliseconds up to 255000, or 0 for no limit`
    assert.deepEqual(JSON.parse(await served), [why('-1'), 'served', 'served', why('255001'), why('NaN')])
    await assert.rejects(serveOnBun(api), /serves on Bun; on Node take @postern\/contract\/node$/)
  })

  test('closing finishes running requests, accepts no new ones and lets the process end', ENDS, async (t) => {
    const closing = await startBun()
    t.after(() => closing.child.kill())
    const command = async (line: string) => {
      const reply = closing.next()
      closing.child.stdin.write(`${line}\n`)
      return reply
    }
    const idle = open(closing, ['GET /notes/1 HTTP/1.1\r\nHost: x\r\n\r\n'])
    await once(idle, 'data')
    const begun = closing.next()
    const answer = fetch(`${closing.url}/slow`).then((response) => response.json())
    assert.equal(await begun, 'begun')
    assert.equal(await command('close'), 'closing')
    await assert.rejects(fetch(`${closing.url}/notes/1`))
    const closed = command('release')
    assert.deepEqual(await answer, { text: 'done', priority: 3 })
    assert.equal(await closed, 'closed')
    const ended = once(closing.child, 'exit')
    closing.child.stdin.end()
    assert.deepEqual(await ended, [0, null])
  })

  test('closing cuts off requests that get no response within the grace period', ENDS, async (t) => {
    const closing = await startBun()
    t.after(() => closing.child.kill())
    const begun = closing.next()
    const answer = assert.rejects(fetch(`${closing.url}/slow`))
    assert.equal(await begun, 'begun')
    const ended = once(closing.child, 'exit')
    closing.child.stdin.write('cut\n')
    await answer
    assert.deepEqual(await ended, [0, null])
  })
}

/** A process that something keeps alive would never end. */
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
  [
    'a body that does not fit its model',
    '/notes',
    () => ({ method: 'POST', ...asJson({ text: ' ', priority: 'x' }) }),
  ],
  ['a body that is not JSON', '/notes', () => ({ method: 'POST', ...asJson({}), body: '{"text": ' })],
  [
    'a body that is not UTF-8',
    '/notes',
    () => ({ method: 'POST', ...asJson({}), body: Buffer.from('{"text":"\xff"}', 'latin1') }),
  ],
  ['no body', '/notes', () => ({ method: 'POST' })],
  ['a read', '/notes/1?a=b#c', () => ({ headers: { origin: 'https://app.example' } })],
  ['a read from another origin', '/notes/1', () => ({ headers: { origin: 'https://other.example' } })],
  ['a path parameter that does not fit', '/notes/x', () => ({})],
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

/** The Host header lines, and the response. */
const HOSTS: readonly (readonly [title: string, lines: string, answer: RegExp])[] = [
  ['one host', 'Host: api.example:8000\r\n', /^HTTP\/1\.1 200 .*"text":"é1"/s],
  ['an address of IPv6', 'Host: [::1]:8000\r\n', /^HTTP\/1\.1 200 /],
  ['a host that is empty', 'Host:\r\n', /^HTTP\/1\.1 200 /],
  ['the same host twice', 'Host: x\r\nHost: x\r\n', /^HTTP\/1\.1 400 .*more than one Host/s],
  ['another host in lower case', 'Host: x\r\nhost: y\r\n', /^HTTP\/1\.1 400 .*more than one Host/s],
  ['a host and an empty one', 'Host: x\r\nHost:\r\n', /^HTTP\/1\.1 400 .*Host/s],
  ['a host with a path', 'Host: x/y\r\n', /^HTTP\/1\.1 400 .*no host has/s],
]

/** These only concern the connection; a wrong length of a response would show when it is read. */
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
  /** The next line from the process. */
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

/** Writes the messages and reads until the connection closes. */
function converse(server: Listening, messages: readonly string[]): Promise<string> {
  return textOn(open(server, messages))
}

function open({ port }: Listening, messages: readonly string[]): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(messages.join('')))
  socket.on('error', () => undefined)
  return socket
}

/** In separate turns of the event loop: Bun would send simultaneous pieces as one, with a length. */
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

/** Breaks in the same turn of the event loop in which it gives a piece. */
function* breakingBehind<Given extends string | { text: string }>(
  ...given: Given[]
): Generator<Given, undefined, undefined> {
  yield* given
  throw new Error('the disk is on fire')
}

if (process.versions['bun'] === undefined) testOnBun()
else await beServer()
