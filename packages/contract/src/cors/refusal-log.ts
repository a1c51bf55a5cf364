import { readHeaderList } from './header-list.ts'
import { ALWAYS_ALLOWED } from './header-names.ts'
import { isForbiddenMethod, isMethodName } from './method-list.ts'
import { describeNearMiss, nearMissOf } from './near-miss.ts'
import type { Policy } from './policy.ts'
import { isSerializedOrigin } from './serialized-origin.ts'

/** What the log reads from a request: header values by lower-case name. */
export interface RefusedRequest {
  /** Returns the value of a header, by its name in lower case; undefined if there is none. */
  header(name: string): string | undefined
}

/** Bounds of a refusal log. */
export interface RefusalLogOptions {
  /** How many distinct refusals are logged; after them one more line says that the rest are not. Default 100. */
  readonly most?: number
}

const FOREIGN_SCHEME = /^[a-z][a-z0-9+.-]{0,30}:\/\/[a-z0-9._-]{1,253}$/
const LONGEST_NAMES = 500

/**
 * Creates a log of what is refused to pages, for development. Call the returned function with every request. For each
 * refused origin, the first time only, it gives `log` one line: the nearest allowed origin, the part that differs, and
 * the line to set. For an allowed origin it logs which method or headers its preflights request in vain, with the line
 * to set.
 */
export function createRefusalLog(
  policy: Policy,
  log: (line: string) => void,
  { most = 100 }: RefusalLogOptions = {},
): (request: RefusedRequest) => void {
  const logged = new Set<string>()
  const report = (line: string, about: string) => {
    if (logged.size > most || logged.has(about)) return
    logged.add(about)
    log(logged.size > most ? `more than ${most} refusals; further ones are not logged` : line)
  }
  return (request) => {
    const origin = request.header('origin')
    if (origin === undefined) return
    if (policy.allows(origin)) {
      for (const line of preflightRefusals(policy, origin, request)) report(line, line)
      return
    }
    // What was already logged is not looked up again: searching for the nearest origin is expensive.
    if (logged.size > most || logged.has(origin) || isOwn(request, origin)) return
    const line = describeRefusal(policy, origin)
    if (line !== undefined) report(line, origin)
  }
}

// A page of the service itself sends its origin with a POST, and needs no permission.
function isOwn(request: RefusedRequest, origin: string): boolean {
  if (request.header('sec-fetch-site') === 'same-origin') return true
  return origin.slice(origin.indexOf('://') + 3) === request.header('host')
}

// Undefined for what no browser sends: such text must not reach a log.
function describeRefusal(policy: Policy, origin: string): string | undefined {
  const nearMiss = nearMissOf(policy, origin)
  if (nearMiss !== undefined) return describeNearMiss(nearMiss)
  if (origin === 'null') {
    return 'null refused; a local file or a sandboxed frame has no origin that could be allowed. Serve the page over http'
  }
  if (!FOREIGN_SCHEME.test(origin) || /^https?:/.test(origin)) return undefined
  return `${origin} refused; only http and https origins can be allowed`
}

/** Returns what a preflight of an allowed origin requests in vain. What no browser requests must not reach a log. */
function preflightRefusals(policy: Policy, origin: string, request: RefusedRequest): string[] {
  const method = request.header('access-control-request-method')
  // If every origin is allowed, an origin may be any text.
  if (method === undefined || !isSerializedOrigin(origin)) return []
  const headers = refusedHeaders(policy, request.header('access-control-request-headers') ?? '')
  return [
    ...(isRefused(policy, method) ? [`${origin} may not use ${method}${methodAdvice(policy, method)}`] : []),
    ...(headers.length > 0
      ? [`${origin} may not send ${headers.join(', ')}. To allow it: ${headersLine(policy, headers)}`]
      : []),
  ]
}

function isRefused(policy: Policy, method: string): boolean {
  return !policy.coversMethod(method) && isMethodName(method) && !isForbiddenMethod(method)
}

function methodAdvice(policy: Policy, method: string): string {
  const upper = method.toUpperCase()
  if (policy.coversMethod(upper)) return `: methods are case-sensitive, write ${upper}`
  return `. To allow it: ALLOWED_METHODS=${[...policy.methods, method].join(',')}`
}

function refusedHeaders(policy: Policy, list: string): readonly string[] {
  if (policy.anyHeader) return []
  const names = new Set<string>()
  const fault = readHeaderList(list, (name) => {
    if (!policy.listsHeader(name)) names.add(name)
  })
  return fault !== undefined || [...names].join().length > LONGEST_NAMES ? [] : [...names]
}

function headersLine(policy: Policy, refused: readonly string[]): string {
  const listed = policy.headers.filter((name) => !ALWAYS_ALLOWED.includes(name))
  return `ALLOWED_HEADERS=${[...listed, ...refused].join(',')}`
}
