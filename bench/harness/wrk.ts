import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What came of a load. */
export interface Load {
  readonly requests: number
  readonly seconds: number
  /** Milliseconds within which half of the requests were answered. */
  readonly p50: number
  /** Milliseconds within which 99 of 100 requests were answered. */
  readonly p99: number
  /** Connections refused, reads and writes that failed, and requests without an answer. */
  readonly failures: number
  readonly non2xx3xx: number
}

/** How much load, of what, and from which core. */
export interface LoadOptions {
  /** Default 64. */
  readonly connections?: number
  /** Default 3. */
  readonly seconds?: number
  /** Core that wrk is pinned to. Default 1. */
  readonly core?: number
  /** Sent in turn. */
  readonly requests: readonly RequestBytes[]
  /** Milliseconds that a connection waits before each request, by chance between 0 and twice this. Default none. */
  readonly pause?: number
}

/** A request as it is sent; Host and Content-Length are added. */
export interface RequestBytes {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends the requests with wrk as fast as they are answered; none where the machine was too busy to begin in time. Throws where wrk is missing or fails. */
export async function applyLoad(port: number, options: LoadOptions): Promise<Load> {
  const { connections = 64, seconds = 3, core = 1 } = options
  const folder = mkdtempSync(join(tmpdir(), 'postern-wrk-'))
  try {
    const script = join(folder, 'requests.lua')
    writeFileSync(script, writeScript(port, options))
    // wrk takes whole seconds alone; an interrupt ends it in between.
    const duration = `${Math.ceil(seconds) + 1}s`
    const flags = ['-t1', `-c${connections}`, '-d', duration, '--timeout', '5s', '-s', script]
    const command = ['-c', String(core), 'wrk', ...flags, `http://127.0.0.1:${port}/`]
    const output = await runInterrupted(command, seconds)
    return output === undefined ? { ...NOTHING, seconds } : parseLoad(output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const NOTHING = { requests: 0, p50: 0, p99: 0, failures: 0, non2xx3xx: 0 }

/** The load in what wrk printed with a script of {@link writeScript}. */
export function parseLoad(output: string): Load {
  const line = /^load (.+)$/m.exec(output)?.[1]
  if (line === undefined) throw new Error(`wrk told no result: ${output.slice(-1000)}`)
  const [requests = 0, time = 0, p50 = 0, p99 = 0, failures = 0, non2xx3xx = 0] = line.split(' ').map(Number)
  return { requests, seconds: time / 1e6, p50: p50 / 1000, p99: p99 / 1000, failures, non2xx3xx }
}

/** A script in Lua that makes wrk send the requests in turn and print one line of figures, times in microseconds. */
export function writeScript(
  port: number,
  { requests, pause }: Pick<LoadOptions, 'requests' | 'pause'>,
): string {
  const texts = requests.map((request) => `  "${escapeLua(formatRequest(port, request))}",`)
  const wait = pause === undefined ? [] : [`delay = function() return math.random(0, ${2 * pause}) end`]
  return [
    'local requests = {',
    ...texts,
    '}',
    'local turn = 0',
    `io.write("${READY}\\n")`,
    'io.flush()',
    'request = function()',
    '  turn = turn % #requests + 1',
    '  return requests[turn]',
    'end',
    ...wait,
    'done = function(summary, latency)',
    '  local failed = summary.errors',
    '  io.write(string.format("load %d %d %d %d %d %d\\n", summary.requests, summary.duration,',
    '    latency:percentile(50), latency:percentile(99),',
    '    failed.connect + failed.read + failed.write + failed.timeout, failed.status))',
    'end',
    '',
  ].join('\n')
}

function formatRequest(port: number, { method, path, headers, body }: RequestBytes): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...lines, ...length]
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** Lua takes any byte as a backslash and three digits. */
function escapeLua(text: string): string {
  const quote = (byte: number) => `\\${String(byte).padStart(3, '0')}`
  const isPlain = (byte: number) => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
  return Array.from(Buffer.from(text), (byte) =>
    isPlain(byte) ? String.fromCharCode(byte) : quote(byte),
  ).join('')
}

/** What a script prints when wrk has read it, before the load begins. */
const READY = 'ready'

/** What wrk printed; undefined where the interrupt came before wrk was ready to be interrupted. */
async function runInterrupted(command: readonly string[], seconds: number): Promise<string | undefined> {
  const child = spawn('taskset', command, { stdio: ['ignore', 'pipe', 'pipe'] })
  let interrupt: ReturnType<typeof setTimeout> | undefined
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      // A busy machine takes a while to start a program, and a window is short.
      if (output.includes(READY)) interrupt ??= setTimeout(() => child.kill('SIGINT'), seconds * 1000)
    })
  }
  const [code, signal] = await once(child, 'close')
  clearTimeout(interrupt)
  if (code === 0) return output
  if (signal === 'SIGINT') return undefined
  throw new Error(
    `wrk could not be run (exit code ${code}); it needs wrk and util-linux (apt-get install wrk util-linux) and a second core\n${output}`,
  )
}
