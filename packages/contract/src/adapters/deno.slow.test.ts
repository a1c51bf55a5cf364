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
import { contract, implement, raw, routes, tokenFrom } from '../index.ts'

const { post } = routes()
/** The largest body taken. */
const LIMIT = 1_048_576
const api = implement(
  contract({
    title: 'Deno',
    version: '1',
    routes: {
      length: post('/length', { body: raw({ limit: LIMIT }), response: integer() }),
      host: post('/host', { security: tokenFrom({ cookie: 'session' }), response: string() }),
    },
  }),
  { length: ({ body }) => body.length, host: ({ request }) => String(request.header('host')) },
  { authenticate: (token: string) => token, onAnswer: ({ status }) => console.log(status) },
)

interface DenoGlobal {
  readonly Deno?: {
    serve(options: object, handler: typeof api.fetch): { readonly addr: { readonly port: number } }
  }
}

/** What the server tells, line by line. */
const told = new EventEmitter()
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
    const listening = once(told, 'line')
    if (deno.stdout) createInterface(deno.stdout).on('line', (line) => told.emit('line', line))
    port = Number(await listening)
  })
  after(async () => {
    const ended = once(deno, 'exit')
    deno.kill()
    await ended
  })

  for (const name of ['NGHTTP2_CANCEL', 'NGHTTP2_INTERNAL_ERROR'] as const) {
    test(`half a body over HTTP/2 is not handled where its stream ends with ${name}`, async () => {
      const session = connectHttp2(`http://127.0.0.1:${port}`)
      const answered = once(told, 'line')
      const stream = session.request({ ':method': 'POST', ':path': '/length', 'content-length': 6 })
      stream.on('error', () => undefined)
      stream.write('abc')
      // What is told on the connection behind a piece has come behind it.
      await new Promise<void>((resolve) => session.ping(() => resolve()))
      stream.close(constants[name])
      assert.deepEqual(await answered, ['400'])
      session.destroy()
    })
  }

  test('a request of HTTP/2 has its host, which a cookie needs', async () => {
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    const origin = `http://127.0.0.1:${port}`
    const stream = session.request({ ':method': 'POST', ':path': '/host', cookie: 'session=a', origin })
    stream.end()
    let text = ''
    for await (const piece of stream) text += piece
    assert.equal(text, `"127.0.0.1:${port}"`)
    session.destroy()
  })

  test('no memory is taken for what is only announced of a body', async () => {
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
    // Whoever is answered behind them has been asked behind them.
    const { status } = await fetch(`http://127.0.0.1:${port}/length`, { method: 'POST', body: 'abc' })
    assert.equal(status, 200)
    assert.ok(memory() - before < 150e6)
    for (const socket of sockets) socket.destroy()
  })
}

/** Bytes that the server has in memory. */
function memory(): number {
  const status = readFileSync(`/proc/${deno.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}
