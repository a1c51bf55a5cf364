import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The results of a load. */
export interface Load {
  /** Requests that got a response. */
  readonly requests: number
  /** From the first request to the last response. */
  readonly seconds: number
  /** Milliseconds within which half of the requests got a response. */
  readonly p50: number
  /** Milliseconds within which 99 of 100 requests got a response. */
  readonly p99: number
  /** Connections refused or lost, and requests without a response. */
  readonly failures: number
  readonly non2xx3xx: number
}

/** How much load to send, and which requests. */
export interface LoadOptions {
  /** Default 64. */
  readonly connections?: number
  /** Default 3. */
  readonly seconds?: number
  /** Sent in turn. */
  readonly requests: readonly RequestBytes[]
  /** Milliseconds that a connection waits before each request, random between 0 and twice this. Default none. */
  readonly pause?: number
  /** Whether the client sleeps while it waits, which frees its core, and each response wakes it. Default false. */
  readonly sleeps?: boolean
}

/** A request to send; Host and Content-Length are added. */
export interface RequestBytes {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The input of the client. */
export interface Task {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The text of the requests, sent in turn. */
  readonly texts: readonly string[]
  readonly pause: number
  readonly sleeps: boolean
}

/** Sends requests as fast as they are answered, from a client on a separate core; client.ts explains why. Throws where it fails. */
export async function applyLoad(port: number, options: LoadOptions): Promise<Load> {
  const { connections = 64, seconds = 3, requests, pause = 0, sleeps = false } = options
  const texts = requests.map((request) => formatRequest(port, request))
  const task: Task = { port, connections, seconds, texts, pause, sleeps }
  const program = join(import.meta.dirname, 'client.ts')
  const running = run('taskset', ['-c', CORE, process.execPath, program])
  running.child.stdin?.end(JSON.stringify(task))
  try {
    return JSON.parse((await running).stdout) as Load
  } catch (cause) {
    throw new Error('The client of the load failed; it needs taskset (util-linux) and a second core', {
      cause,
    })
  }
}

const run = promisify(execFile)

/** The servers have the other core. */
const CORE = '1'

/** Formats a request, with its host and the length of its body in bytes. */
export function formatRequest(port: number, { method, path, headers, body }: RequestBytes): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...lines, ...length]
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}
