import type { ServerResponse } from 'node:http'
import { REASONS } from '../status.ts'

/** Writes the status and headers of a response; names and values alternate. */
export type WriteHead = (response: ServerResponse, status: number, headers: string[]) => void

/** For a response that no other code has touched, as on our own server. */
export function writeOwnHead(response: ServerResponse, status: number, headers: string[]): void {
  response.writeHead(status, REASONS[status], headers)
}

/** For a response of a host, which may have set headers and replaced the response's `writeHead`. */
export function writeHostHead(response: ServerResponse, status: number, given: string[]): void {
  // HTTP/2 has no reason phrase (RFC 9113 §8.3.2), and Node warns about one.
  const isHttp2 = response.req.httpVersionMajor > 1
  const headers = isHttp2 ? withoutConnection(given) : given
  // What is written replaces what the host has set, so these headers would be lost.
  for (const name of GATHERED) {
    const set = response.getHeader(name)
    if (set !== undefined) headers.push(...[set].flat().flatMap((value) => [name, String(value)]))
  }
  const isWrapped = isReplaced(response, isHttp2)
  if (isWrapped) setHeaders(response, headers)
  const rest = isWrapped ? [] : [headers]
  const reason = REASONS[status]
  // Hosts take an undefined reason for the headers.
  if (reason === undefined || isHttp2) response.writeHead(status, ...rest)
  else response.writeHead(status, reason, ...rest)
}

/**
 * Whether `writeHead` is not Node's. Others read a list in different ways: `on-headers` before 1.1 takes it for pairs,
 * and the class of `serverless-http` for an object.
 */
function isReplaced(response: ServerResponse, isHttp2: boolean): boolean {
  if (isHttp2) return Object.hasOwn(response, 'writeHead')
  ownWriteHead ??= process.getBuiltinModule('node:http').ServerResponse.prototype.writeHead
  return response.writeHead !== ownWriteHead
}

/** Not on import, which would load `node:http` for every program. */
let ownWriteHead: ServerResponse['writeHead'] | undefined

/** Headers in which each line has its own meaning (RFC 6265 §3, RFC 9110 §12.5.5). */
const GATHERED = ['set-cookie', 'vary'] as const

function withoutConnection(headers: readonly string[]): string[] {
  const rest: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? ''
    if (!OF_CONNECTION.has(name.toLowerCase())) rest.push(name, headers[at + 1] ?? '')
  }
  return rest
}

/**
 * The headers that describe an HTTP/1 connection. Over HTTP/2 a response with one of them is malformed (RFC 9113
 * §8.2.2). `transfer-encoding`, which also frames the body, no response has at this point.
 */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'upgrade',
])

function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) response.removeHeader(headers[at] ?? '')
  for (let at = 0; at < headers.length; at += 2)
    response.appendHeader(headers[at] ?? '', headers[at + 1] ?? '')
}
