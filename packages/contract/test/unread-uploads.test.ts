import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { integer } from '@postern/model'
import { serve } from '../src/adapters/node.ts'
import { contract, file, implement, multipart, routes, type UploadedFile } from '../src/index.ts'
import { formMessage, part } from './form.ts'

const { post } = routes()
const upload = { body: multipart({ cover: file() }), response: integer() }
const covers = contract({
  title: 'Covers',
  version: '1',
  routes: { cancel: post('/cancel', upload), leave: post('/leave', upload), ignore: post('/ignore', upload) },
})
let left = Promise.withResolvers<void>()
let answered = Promise.withResolvers<number>()
const readNoMore = (leave: (cover: UploadedFile) => Promise<void>) => {
  return async ({ body }: { readonly body: { readonly cover: UploadedFile } }) => {
    await leave(body.cover)
    left.resolve()
    return answered.promise
  }
}
const api = implement(covers, {
  cancel: readNoMore(({ stream }) => stream.cancel()),
  leave: readNoMore(async ({ stream }) => {
    for await (const piece of stream) if (piece.length > 0) break
  }),
  ignore: readNoMore(async () => undefined),
})

const server = await serve(api, { port: 0 })
after(() => server.close(0))

for (const target of ['/cancel', '/leave', '/ignore']) {
  test(`a client still sending a file that nothing reads any more gets its response, however late: ${target}`, async (t) => {
    left = Promise.withResolvers()
    answered = Promise.withResolvers()
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const socket = connect(server.port, '127.0.0.1')
    const closed = once(socket, 'close')
    const next = Promise.race([once(socket, 'data'), closed])
    socket.write(formMessage(target, part('cover', 'begun'), 1000))
    await left.promise
    t.mock.timers.tick(10_000)
    answered.resolve(1)
    // The response waits a second for the rest.
    while (socket.bytesRead === 0 && !socket.closed) {
      t.mock.timers.tick(1_000)
      await new Promise(setImmediate)
    }
    assert.match(String((await next)[0]), /^HTTP\/1\.1 200 /)
    // The rest is waited for no longer than otherwise.
    while (!socket.closed) {
      t.mock.timers.tick(2_000)
      await new Promise(setImmediate)
    }
    await closed
  })
}
