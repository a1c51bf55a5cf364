import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { integer, Model, string } from '@postern/model'
import { listen } from '../../../../scripts/listen.ts'
import { formMessage, part } from '../../test/form.ts'
import { contract, file, implement, json, multipart, routes } from '../index.ts'

class Note extends Model({ text: string() }) {}

const left = Promise.withResolvers<void>()
const answered = Promise.withResolvers<number>()

const { post } = routes()
const api = implement(
  contract({
    title: 'Notes',
    version: '1',
    routes: {
      write: post('/notes', { body: json(Note, { limit: 20 }), response: Note }),
      upload: post('/files', {
        body: multipart({ name: string(), data: file({ maxSize: 9 }) }),
        response: integer(),
      }),
      judge: post('/judged', { body: multipart({ data: file() }), response: integer() }),
    },
  }),
  {
    write: ({ body }) => body,
    async upload({ body }) {
      for await (const bytes of body.data.stream) if (bytes.length > 9) break
      return 0
    },
    async judge({ body }) {
      await body.data.stream.cancel()
      left.resolve()
      return answered.promise
    },
  },
)

/** A body as React Router and SvelteKit pass it on from Node: cancelling it closes the connection, before any response. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      request.on('data', (chunk) => {
        controller.enqueue(chunk)
        request.pause()
      })
      request.on('end', () => controller.close())
    },
    pull: () => void request.resume(),
    cancel: () => void request.destroy(),
  })
}

const server = createServer(async (request, response) => {
  const { method = '', headers, url } = request
  const init = {
    method,
    headers: Object.entries(headers) as [string, string][],
    body: bodyOf(request),
    duplex: 'half',
  }
  const answer = await api.fetch(new Request(`http://localhost${url}`, init))
  response.writeHead(answer.status, [...answer.headers].flat())
  response.end(new Uint8Array(await answer.arrayBuffer()))
})
const port = await listen(server)
after(() => server.close().closeAllConnections())

function formOf(parts: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  return form
}

for (const [title, path, body, status] of [
  ['a body without a length that is too large', '/notes', new Blob(['x'.repeat(200_000)]).stream(), 413],
  ['a file that is too large', '/files', formOf({ name: 'a', data: new Blob(['x'.repeat(200_000)]) }), 413],
  ['a form without its file', '/files', formOf({ name: 'a', other: 'x'.repeat(200_000) }), 422],
] as const) {
  test(`in a host that closes the connection of a cancelled body, ${title} gets its response`, async () => {
    const url = `http://127.0.0.1:${port}${path}`
    const answer = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
    assert.equal(answer.status, status)
    assert.match(await answer.text(), /^\{"detail":/)
  })
}

test('in a host that closes the connection of a cancelled body, a client still sending an unread file gets its response, however late', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const socket = connect(port, '127.0.0.1')
  const closed = once(socket, 'close')
  const next = Promise.race([once(socket, 'data'), closed])
  socket.write(formMessage('/judged', part('data', 'begun'), 1000))
  await left.promise
  for (let look = 0; look < 5; look++) t.mock.timers.tick(2_000)
  answered.resolve(1)
  assert.match(String((await next)[0]), /^HTTP\/1\.1 200 /)
  for (let look = 0; look < 2; look++) t.mock.timers.tick(2_000)
  await closed
})
