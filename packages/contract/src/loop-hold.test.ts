import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import { integer } from '@postern/model'
import { toNodeListener } from './adapters/node.ts'
import { contract, implement, jsonLines, rawReply, routes } from './index.ts'

/** The most items of the source, unless the event loop turns before: some seconds of work. */
const MANY = 500_000
let given = 0
let hasTurned = false

const { get } = routes()
const declared = contract({
  title: 'Streams',
  version: '1',
  routes: { lines: get('/lines', { response: jsonLines(integer()) }), raw: get('/raw', {}) },
})
const api = implement(declared, {
  lines: function* () {
    while (hasMore()) yield given
  },
  raw: () =>
    rawReply(
      new ReadableStream({
        pull(controller) {
          if (hasMore()) controller.enqueue(Uint8Array.of(10))
          else controller.close()
        },
      }),
    ),
})

function hasMore(): boolean {
  given++
  return given < MANY && !hasTurned
}

const server = createServer(toNodeListener(api))

/** A client that reads everything at once, like one with a fast network close to the server. */
async function readFromNode(target: string): Promise<void> {
  const connection = new Duplex({ read() {}, write: (_, __, taken) => taken() })
  server.emit('connection', connection)
  connection.push(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await once(connection, 'finish')
}

async function readFromFetch(target: string): Promise<void> {
  await (await api.fetch(new Request(`http://x${target}`))).text()
}

// table: a title, the client, and the path; a stream made by a handler is read by the host that serves `fetch`, which has to slow it.
const streams: readonly (readonly [string, (target: string) => Promise<void>, string])[] = [
  ['a declared stream on Node', readFromNode, '/lines'],
  ['a raw stream on Node', readFromNode, '/raw'],
  ['a declared stream through fetch', readFromFetch, '/lines'],
]

for (const [title, read, target] of streams) {
  test(`a stream that always has more lets the event loop turn: ${title}`, async () => {
    given = 0
    hasTurned = false
    setTimeout(() => {
      hasTurned = true
    })
    await read(target)
    assert.ok(given < MANY)
  })
}
