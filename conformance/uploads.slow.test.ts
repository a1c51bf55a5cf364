import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { RUNTIMES, type Runtime, serveVariants } from './http-runtime.ts'
import type { Served } from './served-process.ts'

const part = (name: string, size: number) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n${'.'.repeat(size)}\r\n`
const text = '--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n'
const end = '--B--\r\n'
const LARGE = 2 ** 23

type Scenario = readonly [title: string, target: string, body: string, status: number, answer: unknown]

const issue = (type: string, name: string, msg: string) => ({
  detail: [{ type, loc: ['body', name], msg, input: null }],
})
const missing = (name: string) => issue('missing', name, 'Field required')
const tooLarge = { detail: 'Content Too Large' }
const malformed = { detail: 'Invalid multipart data.' }

const scenarios: readonly Scenario[] = [
  ['several files', '/photos', part('photos', LARGE) + part('photos', 1) + end, 200, [LARGE, 1]],
  [
    'files of several names',
    '/papers',
    text + part('document', LARGE) + part('avatar', 2) + end,
    200,
    [LARGE, 2],
  ],
  ['a name without its file', '/papers', part('document', 5) + end, 422, missing('avatar')],
  [
    'a text that follows a small file',
    '/papers',
    part('document', 5) + text + part('avatar', 5) + end,
    200,
    [5, 5],
  ],
  [
    'a text that follows a large file',
    '/papers',
    part('document', LARGE) + text + part('avatar', 5) + end,
    422,
    issue('text_after_file', 'title', 'Texts should come before the files of their form'),
  ],
  [
    'a second file that is too large',
    '/photos',
    part('photos', 1) + part('photos', 2 * LARGE + 1) + end,
    413,
    tooLarge,
  ],
  ['too many files', '/photos', part('photos', 1).repeat(4) + end, 413, tooLarge],
  [
    'a body that ends within a file',
    '/photos',
    part('photos', 1) + part('photos', 100).slice(0, -50),
    400,
    malformed,
  ],
]

/** workerd accepts 64 KiB of a body that is not read. Beyond that it closes the connection, and the response may be lost. */
const unreadOn = (runtime: Runtime): readonly Scenario[] => {
  const unread = part('photos', runtime === 'workerd' ? 2 ** 14 : LARGE)
  return [
    ['a handler that stops early', '/first', unread + unread + end, 200, [1]],
    ['a handler that reads nothing', '/ignored', unread + end, 200, []],
  ]
}

const headOf = (target: string, length: number) =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${length}\r\n\r\n`

for (const runtime of RUNTIMES) {
  let served: Served
  before(async () => {
    served = await serveVariants(['uploads'], runtime)
  })
  after(() => served.close())
  const open = () => connect(served.ports.get('uploads') ?? 0, '127.0.0.1')
  const brokenSoFar = async () => {
    const answer = await fetch(`http://127.0.0.1:${served.ports.get('uploads')}/broken`)
    return Number(await answer.json())
  }

  for (const [title, target, body, status, expected] of [...scenarios, ...unreadOn(runtime)]) {
    test(`§4.2.3 ${title}: the response is right, and the connection goes on or is closed (${runtime})`, {
      timeout: 60_000,
    }, async () => {
      const socket = open()
      const conversation = new Conversation(socket)
      socket.write(headOf(target, body.length) + body)
      assert.deepEqual(await conversation.answer(), [status, expected])
      socket.write('GET /broken HTTP/1.1\r\nHost: x\r\n\r\n')
      const next = await conversation.answer()
      if (next !== undefined) assert.equal(next[0], 200)
      socket.destroy()
    })
  }

  test(`a client that hangs up aborts its files (${runtime})`, { timeout: 60_000 }, async () => {
    const before = await brokenSoFar()
    const socket = open()
    socket.write(headOf('/photos', 2 * LARGE) + part('photos', LARGE))
    await once(socket, 'drain')
    socket.destroy()
    while ((await brokenSoFar()) === before);
  })
}

/** The complete responses on one connection. */
class Conversation {
  #text = ''
  #isOver = false
  #wake: () => void = () => undefined

  constructor(socket: Socket) {
    socket.on('data', (chunk) => {
      this.#text += chunk
      this.#wake()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#isOver = true
      this.#wake()
    })
  }

  /** Returns the status and the body of the next response; undefined where the connection is closed instead. */
  async answer(): Promise<readonly [number, unknown] | undefined> {
    for (;;) {
      const [head = '', rest] = this.#text.split(/\r\n\r\n(.*)/s)
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1])
      if (rest !== undefined && rest.length >= length) {
        this.#text = rest.slice(length)
        return [Number(head.slice('HTTP/1.1 '.length).split(' ')[0]), JSON.parse(rest.slice(0, length))]
      }
      if (this.#isOver) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
