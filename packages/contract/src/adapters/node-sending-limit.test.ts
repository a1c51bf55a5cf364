import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { nextAccepted } from '../../test/accepted.ts'
import { halvedStream } from '../../test/halved-stream.ts'
import { contract, implement, rawReply, routes } from '../index.ts'
import { serve } from './node.ts'

const gate = new EventEmitter()
/** More than the buffers of a connection hold. */
const LONG = new Uint8Array(30_000_000)
const { get } = routes()
const api = implement(
  contract({
    title: 'Sending',
    version: '1',
    routes: { long: get('/long', {}), silent: get('/silent', {}), slow: get('/slow', {}) },
  }),
  {
    long: ({ request }) => {
      request.whenGone(() => gate.emit('gone'))
      return rawReply(LONG)
    },
    // Takes longer to send than one check, is silent for longer than a client may be, and then continues.
    silent: () => rawReply(halvedStream(gate, [LONG, 'end'])),
    slow: () => new Promise((resolve) => gate.once('release', () => resolve(rawReply('end')))),
  },
)

const server = await serve(api, { port: 0, sendTimeout: 400 })
after(() => server.close(0))
const limits = { timeout: 30_000 }

function ask(path: string, { port } = server): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  return socket
}

/** Settles when a client that reads nothing is cut off: its time is over, and so is that of every client before it. */
async function timeOver(): Promise<void> {
  const gone = once(gate, 'gone')
  const socket = ask('/long').pause()
  socket.on('error', () => undefined)
  await gone
  socket.destroy()
}

test('a client that reads nothing of its response is cut off', limits, timeOver)

test(
  'a client that reads slowly in pieces gets the whole response, however long that takes',
  limits,
  async () => {
    const socket = ask('/long')
    let length = 0
    let isOver = false
    const over = timeOver().then(() => {
      isOver = true
    })
    socket.on('data', (piece) => {
      length += piece.length
      if (isOver) return
      socket.pause()
      setTimeout(() => socket.resume(), 2)
    })
    await once(socket, 'close')
    await over
    assert.ok(length > LONG.length)
  },
)

test('a silent stream and a slow handler are waited for', limits, async () => {
  const slow = ask('/slow')
  await once(slow, 'connect')
  const accepted = nextAccepted()
  const silent = ask('/silent').pause()
  const taken = await accepted
  // The server has noticed that this client reads nothing.
  while (!taken.timeout) await new Promise(setImmediate)
  let sent = 0
  let text = ''
  silent.on('data', (piece) => {
    sent += piece.length
    text = (text + String(piece.subarray(-20))).slice(-20)
    if (sent > LONG.length) gate.emit('sent')
  })
  const answered = once(slow, 'data')
  const all = once(gate, 'sent')
  silent.resume()
  await all
  await timeOver()
  gate.emit('release')
  assert.match(String(await answered), /end$/)
  await once(silent, 'close')
  assert.match(text, /end\r\n0\r\n\r\n$/)
})

test('with a sendTimeout of 0, no client is cut off', limits, async (t) => {
  const unlimited = await serve(api, { port: 0, sendTimeout: 0 })
  t.after(() => unlimited.close(0))
  const socket = ask('/long', unlimited).pause()
  await timeOver()
  let length = 0
  socket.on('data', (piece) => {
    length += piece.length
  })
  await once(socket.resume(), 'close')
  assert.ok(length > LONG.length)
})
