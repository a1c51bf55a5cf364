import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { originOf, programs, startProgram } from './started-program.ts'

test('a client that opens every connection the process may have does not end it: open connections are answered, without a 500', async () => {
  // SQLite, the log and the runtime take some of the descriptors.
  const few = ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh', ...programs.launcher, 'serve']
  const environment = { PORT: '0', DATABASE_URL: 'sqlite::memory:' }
  const program = startProgram(few, { environment })
  const opened: Socket[] = []
  try {
    const origin = await originOf(program)
    const { hostname, port } = new URL(origin)
    const page = await (await fetch(`${origin}/docs`)).text()
    const [asset = ''] = /\/docs\/assets\/\w+\/docs\.css/.exec(page) ?? []
    for (;;) {
      const socket = connect(Number(port), hostname)
      opened.push(socket)
      const isOpen = statusIn(await answerOn(socket, get('/health/live'))) === '200'
      if (!isOpen) break
      assert.ok(opened.length < 64, 'there is always another connection')
    }
    const [first] = opened
    assert.ok(first)
    // The first requests of their kind: whatever they need must be open already.
    assert.equal(statusIn(await answerOn(first, get('/posts/'))), '200')
    assert.equal(statusIn(await answerOn(first, form)), '422')
    const unread = await answerOn(first, get(asset))
    assert.equal(statusIn(unread), '503')
    assert.match(unread, /^retry-after: 1\r$/im)
  } finally {
    for (const socket of opened) socket.destroy()
    program.child.kill('SIGTERM')
    await program.ended
  }
})

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`

const part = '--b\r\nContent-Disposition: form-data; name="username"\r\n\r\nann\r\n--b--\r\n'
const form = `POST /token HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${part.length}\r\n\r\n${part}`

/** Returns the response on a connection that stays open; an empty string where the connection is closed instead. */
async function answerOn(socket: Socket, request: string): Promise<string> {
  const closed = once(socket, 'close').then(
    () => '',
    () => '',
  )
  socket.write(request)
  const answered = once(socket, 'data').then(String, () => '')
  return Promise.race([answered, closed])
}

function statusIn(answer: string): string | undefined {
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]
}
