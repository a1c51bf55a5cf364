import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectHttp2, constants } from 'node:http2'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { integer, string } from '@postern/model'
import {
  contract,
  file,
  implement,
  multipart,
  raw,
  routes,
  stream,
  tokenFrom,
  wrapExchange,
} from '../index.ts'

const { post } = routes()
/** The lines from the server, and signals to it. */
const events = new EventEmitter()
/** The largest body that is accepted. */
const LIMIT = 1_048_576
const plain = implement(
  contract({
    title: 'Deno',
    version: '1',
    routes: {
      length: post('/length', { body: raw({ limit: LIMIT }), response: integer() }),
      upload: post('/upload', { body: multipart({ file: file() }), response: integer() }),
      count: post('/count', { body: stream(), response: integer() }),
      late: post('/late', {
        security: tokenFrom({}),
        body: multipart({ file: file() }),
        response: integer(),
      }),
      lateLength: post('/late-length', { security: tokenFrom({}), body: raw(), response: integer() }),
      release: post('/release', { response: integer() }),
      host: post('/host', { security: tokenFrom({ cookie: 'session' }), response: string() }),
    },
  }),
  {
    length: ({ body }) => body.length,
    upload: ({ body }) => sizeOf(body.file.stream),
    count: ({ body }) => sizeOf(body),
    late: () => 0,
    lateLength: ({ body }) => body.length,
    release: () => Number(events.emit('release')),
    host: ({ request }) => String(request.header('host')),
  },
  {
    authenticate: async (token: string) => {
      if (token === 'late') await once(events, 'release')
      return token
    },
    onAnswer: ({ status, operation }) => operation !== 'release' && console.log(status),
    onError: (mishap) => console.log(mishap),
  },
)
async function sizeOf(stream: ReadableStream<Uint8Array>): Promise<number> {
  let size = 0
  for await (const piece of stream) size += piece.length
  return size
}

/** Responds early if a header says after how many milliseconds. */
const api = wrapExchange(plain, (exchange) => (incoming, send) => {
  const answer = () => send({ status: 503, headers: [], body: 'early' })
  const early = incoming.header('x-early')
  if (early === '0') answer()
  else if (early !== undefined) setTimeout(answer, Number(early))
  exchange(incoming, send)
})

interface DenoGlobal {
  readonly Deno?: {
    serve(options: object, handler: typeof api.fetch): { readonly addr: { readonly port: number } }
  }
}

let deno: ChildProcess
let port: number

const { Deno }: DenoGlobal & typeof globalThis = globalThis
if (Deno !== undefined) {
  const { addr } = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => undefined }, api.fetch)
  console.log(addr.port)
} else testOnDeno()

function testOnDeno(): void {
  before(async () => {
    const file = fileURLToPath(import.meta.url)
    deno = spawn('deno', ['run', '--allow-all', file], { stdio: ['ignore', 'pipe', 'inherit'] })
    const listening = once(events, 'line')
    if (deno.stdout) createInterface(deno.stdout).on('line', (line) => events.emit('line', line))
    port = Number(await listening)
  })
  after(async () => {
    const ended = once(deno, 'exit')
    deno.kill()
    await ended
  })

  for (const name of ['NGHTTP2_CANCEL', 'NGHTTP2_INTERNAL_ERROR'] as const) {
    test(`half a body over HTTP/2 is not handled if its stream ends with ${name}`, async () => {
      const session = connectHttp2(`http://127.0.0.1:${port}`)
      const answered = once(events, 'line')
      const stream = session.request({ ':method': 'POST', ':path': '/length', 'content-length': 6 })
      stream.on('error', () => undefined)
      stream.write('abc')
      // The ping comes after the piece on the connection, so its response shows that the piece has arrived.
      await new Promise<void>((resolve) => session.ping(() => resolve()))
      stream.close(constants[name])
      assert.deepEqual(await answered, ['400'])
      session.destroy()
    })
  }

  const limits = { timeout: 5_000 }
  const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
  for (const early of [0, 50]) {
    for (const [path, length, sent] of [
      ['/length', 'Content-Length: 6', 'abc'],
      ['/length', 'Content-Length: 60000', 'abc'],
      ['/length', 'Transfer-Encoding: chunked', '1\r\na\r\n'],
      ['/upload', 'Content-Length: 600', `${PART}abc`],
      ['/upload', 'Content-Length: 600', '--b'],
      ['/count', 'Content-Length: 600', 'abc'],
    ] as const) {
      const title = `${length} at ${path}, of which comes ${JSON.stringify(sent)}, after ${early} milliseconds`
      test(
        `a body that a client breaks off after an early response is reported as broken off: ${title}`,
        limits,
        async () => {
          const ended = once(events, 'line')
          const socket = connect(port, '127.0.0.1')
          const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Early: ${early}\r\nContent-Type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`
          socket.write(`${head}${sent}`)
          assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 503 .*early$/s)
          socket.destroy()
          assert.deepEqual(await ended, ['400'])
        },
      )
    }
  }

  for (const path of ['/late', '/late-length']) {
    test(
      `a body is reported as broken off if the response comes before it is read: ${path}`,
      limits,
      async () => {
        const socket = connect(port, '127.0.0.1')
        const head = `Authorization: Bearer late\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${PART.length}`
        socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nX-Early: 0\r\n${head}\r\n\r\n${PART}`)
        assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 503 .*early$/s)
        const lines: string[] = []
        const addLine = (line: string) => lines.push(line)
        events.on('line', addLine)
        await fetch(`http://127.0.0.1:${port}/release`, { method: 'POST' })
        await fetch(`http://127.0.0.1:${port}/length`, { method: 'POST', body: 'abc' })
        while (lines.at(-1) !== '200') await once(events, 'line')
        events.off('line', addLine)
        assert.deepEqual(lines, ['400', '200'])
        socket.destroy()
      },
    )
  }

  test('a body that came with its head is read even after an early response', limits, async () => {
    const ended = once(events, 'line')
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /length HTTP/1.1\r\nHost: x\r\nX-Early: 0\r\nContent-Length: 3\r\n\r\nabc')
    assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 503 .*early$/s)
    assert.deepEqual(await ended, ['200'])
    socket.destroy()
  })

  for (const length of ['Content-Length: 6', 'Content-Length: 60000', 'Transfer-Encoding: chunked']) {
    test(`a body is waited for until its response is sent: ${length}`, limits, async () => {
      const slow = connect(port, '127.0.0.1')
      const chunk = (size: number) => `${size.toString(16)}\r\n${'.'.repeat(size)}\r\n`
      const size = Number(length.split(':')[1])
      const [begin, end] = size ? ['...', '.'.repeat(size - 3)] : [chunk(3), `${chunk(3)}0\r\n\r\n`]
      slow.write(`POST /length HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${length}\r\n\r\n${begin}`)
      // The time of a later request is over.
      const over = once(events, 'line')
      const early = connect(port, '127.0.0.1')
      early.write('POST /length HTTP/1.1\r\nHost: x\r\nX-Early: 50\r\nContent-Length: 6\r\n\r\n...')
      assert.deepEqual(await over, ['400'])
      const answered = once(events, 'line')
      slow.write(end)
      assert.deepEqual(await answered, ['200'])
      early.destroy()
      slow.destroy()
    })
  }

  for (const [size, status] of [
    [LIMIT, 200],
    [LIMIT + 1, 413],
  ] as const) {
    for (const path of ['/length', '/count']) {
      test(`a body of ${size} bytes, with a length or in chunks, gets a ${status} from ${path}`, async () => {
        const body = new Blob(['.'.repeat(size)])
        for (const sent of [body, body.stream()]) {
          const init = { method: 'POST', body: sent, duplex: 'half' }
          const answer = await fetch(`http://127.0.0.1:${port}${path}`, init as RequestInit)
          assert.deepEqual(
            [answer.status, await answer.json()],
            [status, status === 200 ? size : { detail: 'Content Too Large' }],
          )
        }
      })
    }
  }

  test('no error is reported if a body over HTTP/2 that is too large stops a handler', async () => {
    const lines: string[] = []
    const addLine = (line: string) => lines.push(line)
    events.on('line', addLine)
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    const stream = session.request({ ':method': 'POST', ':path': '/count' })
    stream.end('.'.repeat(LIMIT + 1))
    await once(stream.resume(), 'close')
    await fetch(`http://127.0.0.1:${port}/length`, { method: 'POST', body: 'abc' })
    while (lines.at(-1) !== '200') await once(events, 'line')
    events.off('line', addLine)
    assert.deepEqual(lines, ['413', '200'])
    session.destroy()
  })

  test('a request over HTTP/2 has its host, which a cookie needs', async () => {
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    const origin = `http://127.0.0.1:${port}`
    const stream = session.request({ ':method': 'POST', ':path': '/host', cookie: 'session=a', origin })
    stream.end()
    let text = ''
    for await (const piece of stream) text += piece
    assert.equal(text, `"127.0.0.1:${port}"`)
    session.destroy()
  })

  test('no memory is allocated for a body that is only announced', async () => {
    const before = memory()
    const head = `POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: ${LIMIT}\r\n\r\na`
    const sockets = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        await new Promise((resolve) => socket.write(head, resolve))
        return socket
      }),
    )
    // A response to a later request shows that the server has read the earlier ones.
    const { status } = await fetch(`http://127.0.0.1:${port}/length`, { method: 'POST', body: 'abc' })
    assert.equal(status, 200)
    assert.ok(memory() - before < 150e6)
    for (const socket of sockets) socket.destroy()
  })
}

/** The server's memory in bytes. */
function memory(): number {
  const status = readFileSync(`/proc/${deno.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}
