import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { totalmem } from 'node:os'
import { type TestContext, test } from 'node:test'
import { integer, Model } from '@postern/model'
import { haveArrived, nextAccepted } from '../../test/accepted.ts'
import { open, textOn } from '../../test/socket.ts'
import { contract, implement, raw, routes } from '../index.ts'
import { serve } from './node.ts'
import { defaultBodiesLimit } from './node-limits.ts'
import type { RunningServer } from './running-server.ts'

class Length extends Model({ length: integer() }) {}

const { post } = routes()
const api = implement(
  contract({
    title: 'Bodies',
    version: '1',
    routes: { length: post('/', { body: raw({ limit: 1_000_000 }), response: Length }) },
  }),
  { length: ({ body }) => ({ length: body.length }) },
)

async function startServer(t: TestContext): Promise<RunningServer> {
  const server = await serve(api, { port: 0, bodiesLimit: 300_000 })
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

/** Sends a head with this header, and a part of its body; resolves when the server has read them. */
async function upload(server: RunningServer, header: string, part: string): Promise<Upload> {
  const message = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n\r\n${part}`
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
  return upload(server, `Content-Length: ${length}`, 'x'.repeat(sent))
}

async function finishUpload({ client, received }: Upload, rest: number): Promise<string> {
  client.write('x'.repeat(rest))
  return received
}

function isWhole(received: string, length: number): boolean {
  return received.startsWith('HTTP/1.1 200 ') && received.endsWith(`{"length":${length}}`)
}

const REFUSED = /^HTTP\/1\.1 408 .*"Too many bodies were arriving, of which this was the slowest"/s

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
  const slow = await upload(server, 'Transfer-Encoding: chunked', chunk)
  assert.ok(isWhole(await (await beginUpload(server, 200_000, 200_000)).received, 200_000))
  assert.match(await slow.received, REFUSED)
})

test('a body alone may be longer than all together', async (t) => {
  const server = await startServer(t)
  const alone = await beginUpload(server, 1_000_000, 900_000)
  assert.ok(isWhole(await finishUpload(alone, 100_000), 1_000_000))
})

test('what has arrived and what was given up counts no longer', async (t) => {
  const server = await startServer(t)
  const slow = await beginUpload(server, 200_000, 180_000)
  for (let round = 0; round < 5; round++) {
    assert.ok(isWhole(await (await beginUpload(server, 100_000, 100_000)).received, 100_000))
    const { client, accepted } = await beginUpload(server, 100_000, 90_000)
    client.destroy()
    await once(accepted, 'close')
  }
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

test('the default is a quarter of the memory that the process may use', () => {
  const limit = defaultBodiesLimit()
  assert.ok(limit > 0 && limit <= totalmem() / 4)
})
