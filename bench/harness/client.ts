import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAnswerEnd } from './answer-end.ts'
import type { Load, Task } from './load.ts'

/*
 * A separate program: reads a Task from its standard input and prints a Load.
 *
 * It polls for responses in a loop instead of sleeping until one arrives. Waking a sleeping process costs the process that
 * wakes it, on virtual machines as much as a whole request. The client of a slow server would sleep in between, and the
 * server would have to wake it for each response, while the client of a fast server never gets to sleep.
 */

const task = (await json(process.stdin)) as Task
const texts = task.texts.map((one) => Buffer.from(one))
/** The milliseconds that each answered request took. */
const waits: number[] = []
let failures = 0
let non2xx3xx = 0
let turn = 0
let unanswered = 0
let isOver = false

/** Opens a new connection; ends the program where that fails. */
async function connectAnew(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: task.port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Sends requests one after another; opens a new connection when the server closes this one. */
function keepBusy(socket: Socket): void {
  const endOf = createAnswerEnd()
  let sent: number | undefined
  let isClosing = false
  const send = () => {
    const text = texts[turn++ % texts.length]
    if (isOver || text === undefined) return
    unanswered++
    sent = performance.now()
    socket.write(text)
  }
  const sendNext = () => {
    if (task.pause === 0) send()
    else setTimeout(send, Math.random() * 2 * task.pause)
  }
  socket.on('data', (piece: Buffer) => {
    const answer = endOf(piece)
    if (answer === undefined || sent === undefined) return
    waits.push(performance.now() - sent)
    if (answer.status < 200 || answer.status > 399) non2xx3xx++
    sent = undefined
    unanswered--
    isClosing = answer.isLast
    if (!isClosing) sendNext()
  })
  socket.on('error', () => {})
  socket.on('close', async () => {
    if (!isClosing) failures++
    if (sent !== undefined) unanswered--
    if (!isOver) keepBusy(await connectAnew())
  })
  sendNext()
}

/** Keeps the event loop awake, for as long as requests are sent. */
function stayAwake(): void {
  if (!isOver) setImmediate(stayAwake)
}

/** Returns the milliseconds within which this share of the requests got a response. */
function within(share: number): number {
  return waits[Math.ceil(waits.length * share) - 1] ?? 0
}

const sockets = await Promise.all(Array.from({ length: task.connections }, connectAnew))
const begun = performance.now()
sockets.forEach(keepBusy)
if (!task.sleeps) stayAwake()
await sleep(task.seconds * 1000)
isOver = true
const latest = performance.now() + 5000
while (unanswered > 0 && performance.now() < latest) await sleep(1)
const seconds = (performance.now() - begun) / 1000
waits.sort((one, other) => one - other)
const requests = waits.length
const load: Load = {
  requests,
  seconds,
  p50: within(0.5),
  p99: within(0.99),
  failures: failures + unanswered,
  non2xx3xx,
}
process.stdout.write(JSON.stringify(load), () => process.exit(0))
