import { describeNearMiss, nearMissOf } from './near-miss.ts'
import type { Policy } from './policy.ts'

/** What the log reads of a request: header values by lower-case name. */
export interface RefusedRequest {
  header(name: string): string | undefined
}

/** Bounds of a refusal log. */
export interface RefusalLogOptions {
  /** Distinct origins that are told of, after which one more line says that the rest is not. Default 100. */
  readonly most?: number
}

const FOREIGN_SCHEME = /^[a-z][a-z0-9+.-]{0,30}:\/\/[a-z0-9._-]{1,253}$/

/**
 * Creates the teller of refused origins, for development: to be called with every request, it gives `log` one line
 * for each refused origin, the first time: the nearest allowed origin, the part that differs, the line to set.
 */
export function createRefusalLog(
  policy: Policy,
  log: (line: string) => void,
  { most = 100 }: RefusalLogOptions = {},
): (request: RefusedRequest) => void {
  const told = new Set<string>()
  return (request) => {
    const origin = request.header('origin')
    if (origin === undefined || policy.allows(origin) || told.size > most || told.has(origin)) return
    if (isOwn(request, origin)) return
    const line = describeRefusal(policy, origin)
    if (line === undefined) return
    told.add(origin)
    log(told.size > most ? `more than ${most} origins refused; no more of them are told` : line)
  }
}

// A page of the service itself sends its origin with a POST, and needs no permission.
function isOwn(request: RefusedRequest, origin: string): boolean {
  if (request.header('sec-fetch-site') === 'same-origin') return true
  return origin.slice(origin.indexOf('://') + 3) === request.header('host')
}

// Undefined for what no browser sends: such text is not to reach a log.
function describeRefusal(policy: Policy, origin: string): string | undefined {
  const nearMiss = nearMissOf(policy, origin)
  if (nearMiss !== undefined) return describeNearMiss(nearMiss)
  if (origin === 'null') {
    return 'null refused; a local file or a sandboxed frame has no origin that could be allowed. Serve the page over http'
  }
  if (!FOREIGN_SCHEME.test(origin) || /^https?:/.test(origin)) return undefined
  return `${origin} refused; only http and https origins can be allowed`
}
