import { grantHeaders, mergeGrants } from './actual.ts'
import { pairsOf } from './answer-headers.ts'
import type { WrapperOptions } from './fetch.ts'
import type { Policy } from './policy.ts'
import { POLICY_HEADERS } from './policy-headers.ts'
import { answerPreflight, corsRequestOf, sizedHeaders } from './preflight.ts'
import { report } from './report.ts'
import { mergeVary } from './vary.ts'

/** What the wrapper reads from a request of node:http or node:http2. */
export interface ListenerRequest {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** What the wrapper uses of a response of node:http or node:http2. */
export interface ListenerResponse {
  readonly headersSent: boolean
  readonly writableEnded: boolean
  /** HTTP/2 only: there a destroyed response ends like a complete one. */
  readonly stream?: { close(code: number): unknown }
  writeHead(status: number, message?: unknown, headers?: unknown): unknown
  getHeader(name: string): number | string | string[] | undefined
  getHeaderNames(): string[]
  hasHeader(name: string): boolean
  setHeader(name: string, value: string | string[]): unknown
  removeHeader(name: string): void
  end(body: string): unknown
  /** False over HTTP/1.0, where the end of the connection may end the response. */
  readonly useChunkedEncodingByDefault?: boolean
  /** HTTP/1 only: null while the response waits for earlier ones on its connection. */
  readonly socket?: { resetAndDestroy(): unknown } | null | undefined
  once(event: 'socket', listener: () => void): unknown
  destroy(): unknown
}

type Listener<Request, Response> = (request: Request, response: Response) => unknown

/**
 * Wraps a listener of node:http or node:http2 in the policy. Preflights are answered before the listener; every other
 * response gets its grants at the last moment, in `writeHead`. If the listener throws or rejects, the response is a
 * plain 500 with grants. If the response was already being sent, its connection is closed (on HTTP/2 its stream is
 * reset); a response that the listener has ended stays complete.
 */
export function withCorsListener<Request extends ListenerRequest, Response extends ListenerResponse>(
  policy: Policy,
  listener: Listener<Request, Response>,
  { onError = console.error }: WrapperOptions = {},
): (request: Request, response: Response) => void {
  return (request, response) => {
    const { method = '' } = request
    const asked = corsRequestOf({ method, header: (name) => headerOf(request, name) })
    const answer = answerPreflight(policy, asked)
    if (answer !== undefined) {
      applyGrants(response, sizedHeaders(answer))
      response.writeHead(answer.status)
      response.end(answer.body)
      return
    }
    grantOnWriteHead(response, grantHeaders(policy, asked.origin))
    const fail = (error: unknown) => {
      report(onError, error)
      answerFailure(response)
    }
    try {
      const returned = listener(request, response)
      if (isThenable(returned)) returned.then(undefined, fail)
    } catch (error) {
      fail(error)
    }
  }
}

function headerOf(request: ListenerRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : value?.join(', ')
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function grantOnWriteHead(response: ListenerResponse, grants: readonly string[]): void {
  const { writeHead } = response
  // Wrappers that hosts install read a list in different ways: `on-headers` before 1.1 takes it for pairs.
  const isWrapped = Object.hasOwn(response, 'writeHead')
  response.writeHead = (status, message, headers) => {
    const given = flatten(typeof message === 'object' && message !== null ? message : headers)
    const reason = typeof message === 'string' ? [message] : []
    // A list is written as it is; headers set before must be merged one by one.
    if (!isWrapped && response.getHeaderNames().length === 0) {
      return writeHead.call(response, status, ...reason, mergeGrants(given, grants))
    }
    setPairs(response, given)
    applyGrants(response, grants)
    return writeHead.call(response, status, ...reason)
  }
}

// writeHead takes an object, a flat list, or a list of pairs; a value may be an array.
function flatten(given: unknown): string[] {
  const flat: string[] = []
  const add = (name: unknown, value: unknown) => {
    if (Array.isArray(value)) for (const one of value) flat.push(String(name), String(one))
    else if (value !== undefined) flat.push(String(name), String(value))
  }
  if (!Array.isArray(given)) for (const [name, value] of Object.entries(given ?? {})) add(name, value)
  else if (Array.isArray(given[0])) for (const [name, value] of given) add(name, value)
  else for (let index = 0; index + 1 < given.length; index += 2) add(given[index], given[index + 1])
  return flat
}

function applyGrants(response: ListenerResponse, grants: readonly string[]): void {
  for (const name of POLICY_HEADERS) {
    if (response.hasHeader(name)) response.removeHeader(name)
  }
  for (const [name, value] of pairsOf(grants)) {
    const vary = name === 'vary' ? response.getHeader(name) : undefined
    response.setHeader(name, vary === undefined ? value : mergeVary([vary, value].flat().map(String)))
  }
}

// A name that occurs twice keeps both values.
function setPairs(response: ListenerResponse, flat: readonly string[]): void {
  const byName = new Map<string, string | string[]>()
  for (const [given, value] of pairsOf(flat)) {
    const name = given.toLowerCase()
    const known = byName.get(name)
    byName.set(name, known === undefined ? value : [known, value].flat())
  }
  for (const [name, value] of byName) response.setHeader(name, value)
}

function answerFailure(response: ListenerResponse): void {
  if (response.headersSent) {
    if (!response.writableEnded) cutOff(response)
    return
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  response.writeHead(500, { 'content-type': 'text/plain;charset=utf-8' })
  response.end('Internal Server Error')
}

function cutOff(response: ListenerResponse): void {
  if (response.stream !== undefined) response.stream.close(INTERNAL_ERROR)
  // Destroyed before its turn, it would never end, and its connection would hang after the responses before it.
  else if (response.socket === null) response.once('socket', () => cutOff(response))
  // If the connection ended normally, the response would look complete.
  else if (response.useChunkedEncodingByDefault === false && response.socket)
    response.socket.resetAndDestroy()
  else response.destroy()
}

/** RFC 9113 §7. */
const INTERNAL_ERROR = 2
