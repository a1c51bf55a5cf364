import type { ServerResponse } from 'node:http'
import { REASONS } from '../status.ts'

/** Writes the status and the headers of an answer; names and values by turns. */
export type WriteHead = (response: ServerResponse, status: number, headers: string[]) => void

/** On a response that nobody else has touched, as a server of ours has it. */
export function writeOwnHead(response: ServerResponse, status: number, headers: string[]): void {
  response.writeHead(status, REASONS[status], headers)
}

/** On a response of a host, which may have set headers and put its own `writeHead` over the response's. */
export function writeHostHead(response: ServerResponse, status: number, given: string[]): void {
  // HTTP/2 has no reason either (RFC 9113 §8.3.2), and Node warns of one.
  const isHttp2 = response.req.httpVersionMajor > 1
  const headers = isHttp2 ? withoutConnection(given) : given
  // What is written takes the place of what the host has set, which of these would be lost.
  for (const name of GATHERED) {
    const set = response.getHeader(name)
    if (set !== undefined) headers.push(...[set].flat().flatMap((value) => [name, String(value)]))
  }
  // What hosts put there understands a list in many ways: `on-headers` before 1.1 takes it for pairs.
  const isWrapped = Object.hasOwn(response, 'writeHead')
  if (isWrapped) setHeaders(response, headers)
  const rest = isWrapped ? [] : [headers]
  const reason = REASONS[status]
  // Hosts take an undefined reason for the headers.
  if (reason === undefined || isHttp2) response.writeHead(status, ...rest)
  else response.writeHead(status, reason, ...rest)
}

/** The headers of which each line says something of its own (RFC 6265 §3, RFC 9110 §12.5.5). */
const GATHERED = ['set-cookie', 'vary'] as const

function withoutConnection(headers: readonly string[]): string[] {
  const rest: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? ''
    if (!OF_CONNECTION.has(name.toLowerCase())) rest.push(name, headers[at + 1] ?? '')
  }
  return rest
}

/** The headers that tell of a connection of HTTP/1; over HTTP/2 an answer with one of them is malformed (RFC 9113 §8.2.2). */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) response.removeHeader(headers[at] ?? '')
  for (let at = 0; at < headers.length; at += 2)
    response.appendHeader(headers[at] ?? '', headers[at + 1] ?? '')
}
