import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { freePort } from '../../scripts/free-port.ts'

/** A server process under measurement. */
export interface Server {
  readonly pid: number
  readonly port: number
  /** Milliseconds from its spawn to its first response with status 200, give or take 3. */
  readonly startTime: number
  /**
   * Microseconds of processor time, user and system, of the process and its threads so far (/proc/PID/stat; resolution
   * 10 ms, so measure ≥ 1 s).
   */
  cpuTime(): number
  /** Bytes resident now (VmRSS in /proc/PID/status). */
  memory(): number
  /** Sends SIGTERM, then SIGKILL after 5 s; resolves when the process is gone. */
  stop(): Promise<void>
}

/** How a server is started. */
export interface ServerOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** The path to request until it responds. Default /posts/1. */
  readonly readyPath?: string
}

/**
 * Starts `command` with PORT set to a free port and resolves when `readyPath` responds with 200; throws an error with
 * its stderr when it does not within 60 s.
 */
export async function startServer(command: readonly string[], options: ServerOptions = {}): Promise<Server> {
  const { environment = {}, readyPath = '/posts/1' } = options
  const port = await freePort()
  const begun = performance.now()
  // taskset is replaced by the command, so the process id is the server's own.
  const child = spawn('taskset', ['-c', CORE, ...command], {
    env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-4000)
  })
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  const stop = () => stopProcess(child)
  if (await becomesReady(child, `http://127.0.0.1:${port}${readyPath}`))
    return { ...observe(child), port, startTime: performance.now() - begun, stop }
  await stop()
  throw new Error(
    `${command.join(' ')} ended, or did not answer GET ${readyPath} with 200 within 60 s\n${complaint}`,
  )
}

/** The client has the other core (load.ts). */
const CORE = '0'

/** Returns the microseconds of processor time in a line of /proc/PID/stat, whose command name may contain anything. */
export function parseCpuTime(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // User and system time are fields 14 and 15 (proc_pid_stat(5)), in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Returns the resident bytes from the text of /proc/PID/status. */
export function parseMemory(status: string): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

async function becomesReady(child: ChildProcess, url: string): Promise<boolean> {
  const end = performance.now() + 60_000
  while (performance.now() < end && isAlive(child)) {
    if ((await statusOf(url)) === 200) return true
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  return false
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 1000 }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}

function observe({ pid = 0 }: ChildProcess): Pick<Server, 'pid' | 'cpuTime' | 'memory'> {
  return {
    pid,
    cpuTime: () => parseCpuTime(readFileSync(`/proc/${pid}/stat`, 'utf8')),
    memory: () => parseMemory(readFileSync(`/proc/${pid}/status`, 'utf8')),
  }
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
