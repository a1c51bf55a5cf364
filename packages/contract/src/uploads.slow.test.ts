import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { integer } from '@postern/model'
import { serve } from './adapters/node.ts'
import { contract, file, implement, multipart, routes } from './index.ts'

const MEGABYTE = 2 ** 20
const SENT = 512 * MEGABYTE
const ALLOWED = 128 * MEGABYTE

test('§4.2.3 a large file passes through without being held', { timeout: 120_000 }, async () => {
  const count = routes().post('/count', { body: multipart({ cover: file() }), response: integer() })
  let most = 0
  const api = implement(contract({ title: 'Count', version: '1', routes: { count } }), {
    async count({ body }) {
      let size = 0
      for await (const bytes of body.cover.stream) {
        size += bytes.length
        most = Math.max(most, process.memoryUsage.rss())
      }
      return size
    },
  })
  const server = await serve(api, { port: 0 })
  const head = '--B\r\nContent-Disposition: form-data; name="cover"; filename="a"\r\n\r\n'
  const end = '\r\n--B--\r\n'
  const before = process.memoryUsage.rss()
  const socket = connect(server.port, '127.0.0.1')
  socket.write(
    `POST /count HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${head.length + SENT + end.length}\r\n\r\n${head}`,
  )
  const piece = Buffer.alloc(MEGABYTE, 'x\r\n--A')
  for (let sent = 0; sent < SENT; sent += piece.length) {
    if (!socket.write(piece)) await once(socket, 'drain')
  }
  socket.write(end)
  let answered = ''
  for await (const chunk of socket) answered += chunk
  assert.ok(answered.endsWith(`\r\n\r\n${SENT}`), answered)
  const grown = most - before
  assert.ok(grown < ALLOWED, `${Math.round(grown / MEGABYTE)} MiB more were held`)
  await server.close(0)
})
