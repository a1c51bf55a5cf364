import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { originOf, programs, startProgram } from '../started-program.ts'
import { send } from '../wire.ts'
import { holdConnections } from './held-connections.ts'
import { openings } from './openings.ts'

const count = Number(process.argv[2] ?? 10_000)
const folder = await mkdtemp(join(tmpdir(), 'postern-idle-'))
const environment = {
  PORT: '0',
  DATABASE_URL: `sqlite:${join(folder, 'idle.db')}`,
  LOG_LEVEL: 'error',
  RATE_LIMIT: 'off',
}
const program = startProgram(programs.launcher, { arguments: ['serve'], environment })
const origin = await originOf(program)
console.log(
  `${count} connections of each kind, one kind after another; the service alone: ${await figures()}`,
)
for (const [kind, opening] of Object.entries(openings)) await measure(kind, opening)
program.child.kill('SIGTERM')
await program.ended
await rm(folder, { recursive: true })

async function measure(kind: string, opening: string): Promise<void> {
  const began = performance.now()
  using connections = await holdConnections(origin, count, opening)
  const opened = performance.now()
  const { failed } = connections
  console.log(
    `${kind}: ${count - failed} connected in ${Math.round(opened - began)} ms, ${failed} failed; ` +
      `${connections.open()} held: ${await figures()}`,
  )
  // One byte per second keeps a naive server waiting.
  const trickle = setInterval(() => opening !== '' && kind !== 'kept' && connections.write('a'), 1000)
  await connections.closedWithin(60_000)
  clearInterval(trickle)
  const seconds = Math.round((performance.now() - opened) / 1000)
  console.log(`  after ${seconds} s ${connections.open()} are left: ${await figures()}`)
}

/** Returns what other clients experience meanwhile: the median and the slowest of a hundred requests, and the memory in use. */
async function figures(): Promise<string> {
  const reads = await timesOf(100, () => send(origin, { method: 'GET', target: '/posts/' }))
  const json = { 'Content-Type': 'application/json' }
  const post = { method: 'POST', target: '/posts/', headers: json, body: '{"title":"A"}' }
  const writes = await timesOf(100, () => send(origin, post))
  return `reads ${shown(reads)}, writes ${shown(writes)}, ${await residentMegabytes()} MB resident`
}

async function timesOf(times: number, ask: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const taken: number[] = []
  for (let time = 0; time < times; time++) {
    const began = performance.now()
    const { status } = await ask()
    if (status !== 200 && status !== 201) throw new Error(`Answered ${status}`)
    taken.push(performance.now() - began)
  }
  return taken.sort((a, b) => a - b)
}

function shown(taken: readonly number[]): string {
  return `${taken[50]?.toFixed(1)} ms (slowest ${taken.at(-1)?.toFixed(1)})`
}

/** The launcher may start the service in a separate process: the largest of the group counts. */
async function residentMegabytes(): Promise<number> {
  const sizes = (await processesOf(program.child.pid ?? 0)).map(residentKilobytes)
  return Math.round(Math.max(...(await Promise.all(sizes))) / 1024)
}

async function processesOf(id: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${id}/task/${id}/children`, 'utf8').catch(() => '')
  return [
    id,
    ...children
      .split(' ')
      .filter((child) => child !== '')
      .map(Number),
  ]
}

async function residentKilobytes(id: number): Promise<number> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
}
