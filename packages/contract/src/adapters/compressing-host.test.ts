import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { constants, createGzip, type Gzip } from 'node:zlib'
import { Model, string } from '@postern/model'
import { listen } from '../../../../scripts/listen.ts'
import { contract, implement, jsonLines, rawReply, routes, serverSentEvents } from '../index.ts'
import { toNodeListener } from './node.ts'

class Note extends Model({ text: string() }) {}

const PIECES = 300
const PIECE = 65_536
const released = new EventEmitter()

const { get } = routes()
const api = implement(
  contract({
    title: 'Notes',
    version: '1',
    routes: {
      read: get('/read', { response: Note }),
      refuse: get('/refuse', { response: Note, errors: { 404: 'No such note' } }),
      watch: get('/watch', { response: serverSentEvents(Note) }),
      breakOff: get('/broken', { response: jsonLines(Note) }),
      large: get('/large', {}),
    },
  }),
  {
    read: ({ reply }) => reply(200, { text: 'a' }, { cookies: ['a=1', 'b=2'] }),
    refuse: ({ fail }) => fail(404),
    async *watch() {
      yield { text: 'one' }
      await new Promise<void>((resolve) => void released.once('release', () => resolve()))
      yield { text: 'two' }
    },
    *breakOff() {
      yield { text: 'one' }
      throw new Error('the disk is on fire')
    },
    large() {
      let left = PIECES
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        controller.enqueue(crypto.getRandomValues(new Uint8Array(PIECE)))
        if (--left === 0) controller.close()
      }
      return rawReply(new ReadableStream({ pull }))
    },
  },
  { cors: { allowOrigins: ['https://app.example'] } },
)

/**
 * A host that compresses like the middleware for Express: it replaces methods of the response with its own, looks for the headers where
 * the second argument is not a string, passes `drain` on to its compressor and ignores further arguments of `write`.
 */
function compressing(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { writeHead, write, end, on } = response
    let gzip: Gzip | undefined
    const compress = (status: number, ...rest: readonly unknown[]) => {
      const headers = (typeof rest[0] === 'string' ? rest[1] : rest[0]) as readonly string[] | undefined
      for (let at = 0; headers !== undefined && at < headers.length; at += 2) {
        response.appendHeader(headers[at] ?? '', headers[at + 1] ?? '')
      }
      response.removeHeader('content-length')
      response.setHeader('content-encoding', 'gzip')
      gzip = createGzip()
      gzip.on('data', (chunk) => {
        if (!write.call(response, chunk, 'utf8')) gzip?.pause()
      })
      gzip.on('end', () => end.call(response, undefined, 'utf8'))
      on.call(response, 'drain', () => gzip?.resume())
      return writeHead.call(response, status)
    }
    const wrapped = {
      writeHead: compress,
      write: (chunk: Uint8Array) => gzip?.write(chunk),
      end: (chunk?: string | Uint8Array) => void (chunk === undefined ? gzip?.end() : gzip?.end(chunk)),
      on: (event: string, callback: () => void) =>
        event === 'drain' ? gzip?.on(event, callback) : on.call(response, event, callback),
      flush: () => gzip?.flush(constants.Z_SYNC_FLUSH),
    }
    listener(request, Object.assign(response, wrapped) as ServerResponse)
  }
}

const server = createServer(compressing(toNodeListener(api)))
const port = await listen(server)
after(() => server.close().closeAllConnections())

const ask = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { origin: 'https://app.example' } })

for (const [path, status, cookies, body] of [
  ['/read', 200, ['a=1', 'b=2'], '{"text":"a"}'],
  ['/refuse', 404, [], '{"detail":"No such note"}'],
] as const) {
  test(`in a host that compresses, a ${status} keeps its headers`, async () => {
    const answer = await ask(path)
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('content-type'), 'application/json')
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://app.example')
    assert.deepEqual(answer.headers.getSetCookie(), cookies)
    assert.equal(await answer.text(), body)
  })
}

test('in a host that compresses, each event is sent as soon as it comes', async () => {
  const { body } = await ask('/watch')
  assert.ok(body)
  const seen: string[] = []
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    seen.push(piece)
    released.emit('release')
  }
  assert.deepEqual(seen, ['data: {"text":"one"}\n\n', 'data: {"text":"two"}\n\n'])
})

test('in a host that compresses, a stream that breaks off is cut off', async () => {
  await assert.rejects(async () => (await ask('/broken')).text())
})

test('in a host that compresses, a stream larger than all buffers arrives whole', async () => {
  const { byteLength } = await (await ask('/large')).arrayBuffer()
  assert.equal(byteLength, PIECES * PIECE)
})
