import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { integer } from '@postern/model'
import { listen } from '../../../scripts/listen.ts'
import { serve, toNodeListener } from '../src/adapters/node.ts'
import { contract, file, implement, multipart, raw, routes, tokenFrom, wrapExchange } from '../src/index.ts'

const { post } = routes()
const terms = { security: tokenFrom({}), response: integer() }
/** Emits that the user is known, and the result of each request. */
const events = new EventEmitter()
const guarded = implement(
  contract({
    title: 'Early',
    version: '1',
    routes: {
      write: post('/bytes', { ...terms, body: raw() }),
      upload: post('/file', { ...terms, body: multipart({ file: file() }) }),
    },
  }),
  { write: ({ body }) => body.length, upload: () => 0 },
  {
    authenticate: () => once(events, 'authorize'),
    onAnswer: ({ status }) => events.emit('answer', status),
    onError: (notice) => events.emit('answer', notice),
  },
)
const api = wrapExchange(guarded, (exchange) => (incoming, send) => {
  send({ status: 503, headers: [], body: 'early' })
  exchange(incoming, send)
})

const listener = createServer(toNodeListener(api))
const ports = { serve: 0, listener: 0 }
let close: () => Promise<void>
before(async () => {
  const own = await serve(api, { port: 0 })
  ports.serve = own.port
  ports.listener = await listen(listener)
  close = async () => {
    listener.close().closeAllConnections()
    await own.close(0)
  }
})
after(() => close())

const FORM = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nabc\r\n--b--\r\n'

for (const adapter of ['serve', 'listener'] as const) {
  for (const path of ['/bytes', '/file']) {
    for (const [title, sent] of [
      ['all', FORM],
      ['half', FORM.slice(0, -12)],
    ] as const) {
      test(`${title} of a body that nothing read before the response is reported as broken off, ${path}, ${adapter}`, async () => {
        const socket = connect(ports[adapter], '127.0.0.1')
        const head = `Authorization: Bearer a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${FORM.length}`
        socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${sent}`)
        assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 503 .*early$/s)
        const answered = once(events, 'answer')
        events.emit('authorize')
        assert.deepEqual(await answered, [400])
        socket.destroy()
      })
    }
  }
}
