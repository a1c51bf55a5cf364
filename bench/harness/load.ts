import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** What came of a load. */
export interface Load {
  /** Answered ones. */
  readonly requests: number
  /** From the first request to the last answer. */
  readonly seconds: number
  /** Milliseconds within which half of the requests were answered. */
  readonly p50: number
  /** Milliseconds within which 99 of 100 requests were answered. */
  readonly p99: number
  /** Connections refused or lost, and requests without an answer. */
  readonly failures: number
  readonly non2xx3xx: number
}

/** How much load, of what, and from which core. */
export interface LoadOptions {
  /** Default 64. */
  readonly connections?: number
  /** Default 3. */
  readonly seconds?: number
  /** Core that the client is pinned to. Default 1. */
  readonly core?: number
  /** Sent in turn. */
  readonly requests: readonly RequestBytes[]
  /** Milliseconds that a connection waits before each request, by chance between 0 and twice this. Default none. */
  readonly pause?: number
  /** Whether the client leaves its core to others while it waits, and is woken by each answer. Default false. */
  readonly sleeps?: boolean
}

/** A request as it is sent; Host and Content-Length are added. */
export interface RequestBytes {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What the client is told. */
export interface Task {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** As they are sent, in turn. */
  readonly texts: readonly string[]
  readonly pause: number
  readonly sleeps: boolean
}

/** Sends the requests as fast as they are answered, from a client on a core of its own (client.ts, which tells why). Throws where it fails. */
export async function applyLoad(port: number, options: LoadOptions): Promise<Load> {
  const { connections = 64, seconds = 3, core = 1, requests, pause = 0, sleeps = false } = options
  const texts = requests.map((request) => formatRequest(port, request))
  const task: Task = { port, connections, seconds, texts, pause, sleeps }
  const client = spawn('taskset', [
    '-c',
    String(core),
    process.execPath,
    join(import.meta.dirname, 'client.ts'),
  ])
  client.stdin.end(JSON.stringify(task))
  const ended = once(client, 'close')
  const [output, complaint] = await Promise.all([text(client.stdout), text(client.stderr)])
  const [code] = await ended
  if (code === 0) return JSON.parse(output) as Load
  throw new Error(
    `The client of the load ended with ${code}; it needs taskset (util-linux) and a second core\n${complaint}`,
  )
}

/** The text of a request, with its host and the length of its body in bytes. */
export function formatRequest(port: number, { method, path, headers, body }: RequestBytes): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...lines, ...length]
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}
