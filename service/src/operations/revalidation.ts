import type { Exchange } from '@postern/contract'
import { withHeaders } from './with-headers.ts'

/**
 * Adds `Cache-Control: no-cache` to every response that caches might keep and that says nothing about caches itself.
 * Without it, caches guess how long a post, a list or a 404 stays true (RFC 9111 §4.2.2); with it, they ask each time.
 */
export function withRevalidation(exchange: Exchange): Exchange {
  return (incoming, send) => {
    const { method } = incoming
    // Caches keep no responses to other methods (RFC 9110 §9.2.3).
    if (method !== 'GET' && method !== 'HEAD') return exchange(incoming, send)
    exchange(incoming, (outgoing) =>
      send(saysHow(outgoing.headers) ? outgoing : withHeaders(outgoing, noCache)),
    )
  }
}

const noCache = ['cache-control', 'no-cache']

function saysHow(headers: readonly string[]): boolean {
  // Names and values alternate.
  for (let at = 0; at < headers.length; at += 2) if (headers[at] === 'cache-control') return true
  return false
}
