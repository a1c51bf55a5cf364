import { grantHeaders, isPolicyHeader } from './actual.ts'
import type { WrapperOptions } from './fetch.ts'
import type { Policy } from './policy.ts'
import { answerPreflight } from './preflight.ts'
import { mergeVary } from './vary.ts'

/** What the wrapper reads of a node:http request. */
export interface ListenerRequest {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** What the wrapper uses of a node:http response. */
export interface ListenerResponse {
  readonly headersSent: boolean
  writeHead(status: number, message?: unknown, headers?: unknown): unknown
  getHeader(name: string): number | string | string[] | undefined
  getHeaderNames(): string[]
  setHeader(name: string, value: string | string[]): unknown
  removeHeader(name: string): void
  end(body?: string): unknown
  destroy(): unknown
}

type Listener<Request, Response> = (request: Request, response: Response) => unknown

/**
 * A node:http listener under the policy: preflights are answered before it, every other answer gets its grants
 * at the last moment, in `writeHead`. A listener that throws or rejects becomes a plain 500 with its grants,
 * or a closed connection when the answer was on its way.
 */
export function withCorsListener<Request extends ListenerRequest, Response extends ListenerResponse>(
  policy: Policy,
  listener: Listener<Request, Response>,
  { onError = console.error }: WrapperOptions = {},
): (request: Request, response: Response) => void {
  return (request, response) => {
    const origin = headerOf(request, 'origin')
    const answer = answerPreflight(policy, {
      method: request.method ?? '',
      origin,
      requestMethod: headerOf(request, 'access-control-request-method'),
      requestHeaders: headerOf(request, 'access-control-request-headers'),
    })
    if (answer !== undefined) {
      response.writeHead(answer.status, [...answer.headers, 'content-length', String(answer.body.length)])
      response.end(answer.body)
      return
    }
    grantOnWriteHead(response, grantHeaders(policy, origin))
    const fail = (error: unknown) => {
      onError(error)
      answerFailure(response)
    }
    try {
      Promise.resolve(listener(request, response)).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

function headerOf(request: ListenerRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : value?.join(', ')
}

function grantOnWriteHead(response: ListenerResponse, grants: readonly string[]): void {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (status, message, headers) => {
    const given = typeof message === 'object' && message !== null ? message : headers
    for (const [name, value] of headerEntries(given)) response.setHeader(name, value)
    applyGrants(response, grants)
    return typeof message === 'string' ? writeHead(status, message) : writeHead(status)
  }
}

function applyGrants(response: ListenerResponse, grants: readonly string[]): void {
  for (const name of response.getHeaderNames()) {
    if (isPolicyHeader(name)) response.removeHeader(name)
  }
  for (let index = 0; index + 1 < grants.length; index += 2) {
    const name = grants[index] ?? ''
    const value = grants[index + 1] ?? ''
    const vary = name === 'vary' ? response.getHeader(name) : undefined
    response.setHeader(name, vary === undefined ? value : mergeVary([vary, value].flat().map(String)))
  }
}

// writeHead takes an object, a flat list or a list of pairs; a name that comes twice keeps both values.
function headerEntries(given: unknown): Iterable<readonly [string, string | string[]]> {
  if (given === undefined || given === null || typeof given !== 'object') return []
  if (!Array.isArray(given))
    return Object.entries(given)
      .filter(isSet)
      .map(([name, value]) => [name, texts(value)])
  const flat: readonly unknown[] = given.flat()
  const byName = new Map<string, string[]>()
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const name = String(flat[index])
    const key = [...byName.keys()].find((known) => known.toLowerCase() === name.toLowerCase()) ?? name
    byName.set(key, [...(byName.get(key) ?? []), ...[texts(flat[index + 1])].flat()])
  }
  return [...byName].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values])
}

function isSet([, value]: [string, unknown]): boolean {
  return value !== undefined
}

function texts(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value)
}

function answerFailure(response: ListenerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  response.writeHead(500, { 'content-type': 'text/plain;charset=utf-8' })
  response.end('Internal Server Error')
}
