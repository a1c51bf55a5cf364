import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { totalmem } from 'node:os'
import { type TestContext, test } from 'node:test'
import { getHeapStatistics } from 'node:v8'
import { integer, Model } from '@postern/model'
import { haveArrived, nextAccepted } from '../../test/accepted.ts'
import { open, textOn } from '../../test/socket.ts'
import { contract, implement, raw, routes, wrapExchange } from '../index.ts'
import { serve } from './node.ts'
import { defaultBodiesLimit } from './node-limits.ts'
import type { RunningServer } from './running-server.ts'

class Length extends Model({ length: integer() }) {}

const { post } = routes()
const limit = 1_000_000
const routesOfBodies = {
  length: post('/', { body: raw({ limit }), response: Length }),
  held: post('/held', { body: raw({ limit }), response: Length }),
  early: post('/early', { body: raw({ limit }), response: Length }),
}

async function startServer(
  t: TestContext,
  release: Promise<void> = Promise.resolve(),
): Promise<RunningServer> {
  const api = implement(contract({ title: 'Bodies', version: '1', routes: routesOfBodies }), {
    length: ({ body }) => ({ length: body.length }),
    held: ({ body }) => release.then(() => ({ length: body.length })),
    early: ({ body }) => ({ length: body.length }),
  })
  const wrapped = wrapExchange(api, (exchange) => (incoming, send) => {
    exchange(incoming, send)
    if (incoming.path === '/early') send({ status: 202, headers: [], body: null })
  })
  const server = await serve(wrapped, { port: 0, bodiesLimit: 300_000 })
  t.after(() => server.close(0))
  return server
}

interface Upload {
  readonly client: Socket
  /** The server's end of the connection. */
  readonly accepted: Socket
  /** Everything that the client receives. */
  readonly received: Promise<string>
}

interface Head {
  readonly path?: string
  readonly header: string
}

/** Sends a head, and a part of its body; resolves when the server has read them. */
async function upload(server: RunningServer, { path = '/', header }: Head, part: string): Promise<Upload> {
  const message = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n\r\n${part}`
  const accepting = nextAccepted()
  const client = open(server, message)
  const received = textOn(client)
  // A response comes in one piece, and the server would wait two seconds for the rest of a refused body.
  client.once('data', () => client.destroy())
  const accepted = await accepting
  await haveArrived(accepted, message.length)
  return { client, accepted, received }
}

function beginUpload(server: RunningServer, length: number, sent: number): Promise<Upload> {
  return upload(server, { header: `Content-Length: ${length}` }, 'x'.repeat(sent))
}

/** Sends a whole body, whose handler waits. */
function holdUpload(server: RunningServer, length: number): Promise<Upload> {
  return upload(server, { path: '/held', header: `Content-Length: ${length}` }, 'x'.repeat(length))
}

async function finishUpload({ client, received }: Upload, rest: number): Promise<string> {
  client.write('x'.repeat(rest))
  return received
}

function isWhole(received: string, length: number): boolean {
  return received.startsWith('HTTP/1.1 200 ') && received.endsWith(`{"length":${length}}`)
}

const REFUSED = /^HTTP\/1\.1 408 .*"Too many bodies are held in memory, and this one was arriving slowest"/s

test('beyond the limit the slowest body is refused, and every other arrives', async (t) => {
  const server = await startServer(t)
  const first = await beginUpload(server, 120_000, 100_000)
  const second = await beginUpload(server, 120_000, 100_000)
  const third = await beginUpload(server, 150_000, 150_000)
  assert.match(await first.received, REFUSED)
  assert.ok(isWhole(await third.received, 150_000))
  assert.ok(isWhole(await finishUpload(second, 20_000), 120_000))
})

test('a body in chunks is refused like one with a length', async (t) => {
  const server = await startServer(t)
  const chunk = `${(200_000).toString(16)}\r\n${'x'.repeat(180_000)}`
  const slow = await upload(server, { header: 'Transfer-Encoding: chunked' }, chunk)
  assert.ok(isWhole(await (await beginUpload(server, 200_000, 200_000)).received, 200_000))
  assert.match(await slow.received, REFUSED)
})

test('a body alone may be longer than all together', async (t) => {
  const server = await startServer(t)
  const alone = await beginUpload(server, 1_000_000, 900_000)
  assert.ok(isWhole(await finishUpload(alone, 100_000), 1_000_000))
})

test('a body that has arrived counts until its response is sent', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = await startServer(t, promise)
  const held = await holdUpload(server, 200_000)
  const first = await beginUpload(server, 120_000, 60_000)
  const second = await beginUpload(server, 120_000, 60_000)
  assert.match(await first.received, REFUSED)
  resolve()
  assert.ok(isWhole(await held.received, 200_000))
  const third = await beginUpload(server, 170_000, 150_000)
  assert.ok(isWhole(await finishUpload(second, 60_000), 120_000))
  assert.ok(isWhole(await finishUpload(third, 20_000), 170_000))
})

test('what is answered, or was given up before, counts no longer', async (t) => {
  const server = await startServer(t, new Promise(() => undefined))
  const slow = await beginUpload(server, 200_000, 180_000)
  for (let round = 0; round < 5; round++) {
    assert.ok(isWhole(await (await beginUpload(server, 100_000, 100_000)).received, 100_000))
    const givenUp = [await beginUpload(server, 60_000, 50_000), await holdUpload(server, 60_000)]
    for (const { client, accepted } of givenUp) {
      client.destroy()
      await once(accepted, 'close')
    }
  }
  assert.ok(isWhole(await finishUpload(slow, 20_000), 200_000))
})

test('a body that arrives behind its response does not count', async (t) => {
  const server = await startServer(t)
  const slow = await beginUpload(server, 200_000, 180_000)
  for (let round = 0; round < 5; round++) {
    const head = 'POST /early HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    const begin = `${head}${(60_000).toString(16)}\r\n${'x'.repeat(50_000)}`
    const rest = `${'x'.repeat(10_000)}\r\n0\r\n\r\n`
    const accepting = nextAccepted()
    const client = open(server, begin)
    const accepted = await accepting
    assert.match(String(await once(client, 'data')), /^HTTP\/1\.1 202 /)
    client.write(rest)
    await haveArrived(accepted, begin.length + rest.length)
    client.destroy()
  }
  assert.ok(isWhole(await (await beginUpload(server, 100_000, 100_000)).received, 100_000))
  assert.ok(isWhole(await finishUpload(slow, 20_000), 200_000))
})

test('bodies of up to 16 KiB are never refused', async (t) => {
  const server = await startServer(t)
  const slow: Upload[] = []
  for (let count = 0; count < 30; count++) slow.push(await beginUpload(server, 16_384, 16_383))
  for (let count = 0; count < 3; count++)
    assert.ok(isWhole(await (await beginUpload(server, 250_000, 250_000)).received, 250_000))
  for (const one of slow) assert.ok(isWhole(await finishUpload(one, 1), 16_384))
})

test('the default is an eighth of the memory that the process may use', () => {
  const most = Math.min(totalmem(), getHeapStatistics().heap_size_limit)
  assert.ok(defaultBodiesLimit() > 0 && defaultBodiesLimit() <= most / 8)
})
