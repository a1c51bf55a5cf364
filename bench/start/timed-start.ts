import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { parseMemory } from '../harness/server.ts'

/** A server, with the milliseconds from its spawn to its first answer of 200. */
export interface TimedStart {
  readonly time: number
  readonly port: number
  /** Megabytes resident now. */
  readonly memory: () => number
  readonly stop: () => Promise<void>
}

/** How it is started. */
export interface StartOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly readyPath: string
}

/** Starts a server on core 0 and asks it every 3 ms, far finer than a start; throws with its stderr where none comes in 15 s. */
export async function startTimed(command: readonly string[], options: StartOptions): Promise<TimedStart> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn('taskset', ['-c', '0', ...command], {
    env: { ...process.env, NODE_ENV: 'production', ...options.environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-4000)
  })
  const stop = () => stopProcess(child)
  const url = `http://127.0.0.1:${port}${options.readyPath}`
  while (performance.now() - begun < 15_000 && isAlive(child)) {
    const isReady = (await statusOf(url)) === 200
    const time = performance.now() - begun
    const memory = () => parseMemory(readFileSync(`/proc/${child.pid}/status`, 'utf8')) / 1e6
    if (isReady) return { time, port, memory, stop }
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  await stop()
  throw new Error(`${command.join(' ')} did not answer GET ${options.readyPath} with 200\n${complaint}`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 1000 }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(kill)
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
