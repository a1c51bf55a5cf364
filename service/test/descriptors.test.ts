import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { originOf, programs, startProgram } from './started-program.ts'

test('a client that opens every connection the process may have does not end it: open connections are answered', async () => {
  // SQLite, the log and the runtime take some of the descriptors.
  const few = ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh', ...programs.launcher, 'serve']
  const environment = { PORT: '0', DATABASE_URL: 'sqlite::memory:' }
  const program = startProgram(few, { environment })
  const opened: Socket[] = []
  try {
    const { hostname, port } = new URL(await originOf(program))
    for (;;) {
      const socket = connect(Number(port), hostname)
      opened.push(socket)
      const isOpen = (await statusOf(socket, '/health/live')) === '200'
      if (!isOpen) break
      assert.ok(opened.length < 64, 'there is always another connection')
    }
    const [first] = opened
    assert.ok(first)
    // The first request of its kind: whatever it needs must be open already.
    assert.equal(await statusOf(first, '/posts/'), '200')
  } finally {
    for (const socket of opened) socket.destroy()
    program.child.kill('SIGTERM')
    await program.ended
  }
})

/** Returns the status of the response on a connection that stays open; undefined where the connection is closed instead. */
async function statusOf(socket: Socket, target: string): Promise<string | undefined> {
  const closed = once(socket, 'close').then(
    () => '',
    () => '',
  )
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  const answered = once(socket, 'data').then(String, () => '')
  const text = await Promise.race([answered, closed])
  return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
}
