import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { integer, list } from '@postern/model'
import { serve } from '../src/adapters/node.ts'
import { contract, file, files, implement, multipart, routes, type UploadedFile } from '../src/index.ts'
import { textOn } from './socket.ts'

const MEGABYTE = 2 ** 20
const SENT = 512 * MEGABYTE
const ALLOWED = 128 * MEGABYTE

const { post } = routes()
const maxSize = 2 ** 30
const declared = contract({
  title: 'Count',
  version: '1',
  routes: {
    one: post('/one', { body: multipart({ cover: file({ maxSize }) }), response: list(integer()) }),
    two: post('/two', { body: multipart({ photos: files({ maxSize }) }), response: list(integer()) }),
    bounded: post('/bounded', { body: multipart({ photos: files() }), response: list(integer()) }),
  },
})

let most = 0

async function sizeOf({ stream }: UploadedFile): Promise<number> {
  let size = 0
  for await (const bytes of stream) {
    size += bytes.length
    most = Math.max(most, process.memoryUsage.rss())
  }
  return size
}

async function sizesOf(arriving: AsyncIterable<UploadedFile>): Promise<number[]> {
  const sizes: number[] = []
  for await (const one of arriving) sizes.push(await sizeOf(one))
  return sizes
}

const api = implement(declared, {
  one: async ({ body }) => [await sizeOf(body.cover)],
  two: ({ body }) => sizesOf(body.photos),
  bounded: ({ body }) => sizesOf(body.photos),
})

const server = await serve(api, { port: 0, requestTimeout: 120_000 })
after(() => server.close(0))

const head = (name: string) => `--B\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n`
const end = '--B--\r\n'

/** Sends files of these sizes under one name, and returns the response. */
async function send(target: string, name: string, sizes: readonly number[]): Promise<string> {
  const length = end.length + sizes.reduce((sum, size) => sum + head(name).length + size + 2, 0)
  const socket = connect(server.port, '127.0.0.1')
  const answered = textOn(socket)
  socket.write(
    `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${length}\r\n\r\n`,
  )
  for (const size of sizes) {
    socket.write(head(name))
    await fill(socket, size)
    socket.write('\r\n')
  }
  socket.write(end)
  return answered
}

const piece = Buffer.alloc(MEGABYTE, 'x\r\n--A')

async function fill(socket: Socket, size: number): Promise<void> {
  for (let left = size; left > 0 && socket.writable; left -= piece.length) {
    if (!socket.write(piece.subarray(0, Math.min(left, piece.length)))) await roomOn(socket)
  }
}

/** Waits until more can be written, or the connection is closed. */
async function roomOn(socket: Socket): Promise<void> {
  const given = new AbortController()
  await Promise.race(['drain', 'close'].map((event) => once(socket, event, { signal: given.signal })))
  given.abort()
}

const large: readonly (readonly [title: string, target: string, name: string, sizes: readonly number[]])[] = [
  ['a large file passes', '/one', 'cover', [SENT]],
  ['two large files pass', '/two', 'photos', [SENT, SENT]],
]

for (const [title, target, name, sizes] of large) {
  test(`§4.2.3 ${title} through without being held in memory`, { timeout: 120_000 }, async () => {
    most = 0
    const before = process.memoryUsage.rss()
    const answered = await send(target, name, sizes)
    assert.ok(answered.endsWith(`\r\n\r\n${JSON.stringify(sizes)}`), answered)
    const grown = most - before
    assert.ok(grown < ALLOWED, `${Math.round(grown / MEGABYTE)} MiB more were held`)
  })
}

test('§4.2.3 a file may have 100 MiB by default', { timeout: 120_000 }, async () => {
  const whole = 100 * MEGABYTE
  assert.ok((await send('/bounded', 'photos', [whole])).endsWith(`[${whole}]`))
  assert.match(await send('/bounded', 'photos', [1, whole + 1]), /^HTTP\/1.1 413 /)
})
