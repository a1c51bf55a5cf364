import { grantHeaders } from './actual.ts'
import { pairsOf } from './answer-headers.ts'
import type { Policy } from './policy.ts'
import { POLICY_HEADERS } from './policy-headers.ts'
import { answerPreflight, corsRequestOf, sizedHeaders } from './preflight.ts'
import { report } from './report.ts'
import { mergeVary } from './vary.ts'

/** A handler as in the Fetch standard. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/** What a wrapper does when its handler throws. */
export interface WrapperOptions {
  /**
   * Receives whatever the handler throws. The client only sees a plain 500, even if this function throws. Default
   * `console.error`.
   */
  readonly onError?: ((error: unknown) => void) | undefined
}

/**
 * Wraps a fetch handler in the policy. Preflights are answered before the handler; every other response has the
 * policy's grants, including the plain 500 sent when the handler throws.
 */
export function withCors(
  policy: Policy,
  handler: FetchHandler,
  { onError = console.error }: WrapperOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, headers } = request
    const asked = corsRequestOf({ method, header: (name) => headers.get(name) ?? undefined })
    const answer = answerPreflight(policy, asked)
    if (answer !== undefined) {
      // An empty string would become a stream.
      return new Response(answer.body === '' ? null : answer.body, {
        status: answer.status,
        headers: pairsOf(sizedHeaders(answer)),
      })
    }
    const grants = grantHeaders(policy, asked.origin)
    try {
      return granted(await handler(request), grants)
    } catch (error) {
      report(onError, error)
      return granted(new Response('Internal Server Error', { status: 500 }), grants)
    }
  }
}

// A new response, because a handler may return one whose headers are immutable, or the same one every time.
function granted(response: Response, grants: readonly string[]): Response {
  const { body, status, headers } = response
  if (status < 200) return response
  // The response itself as init, not only its status and headers: on Workers a compressed body would otherwise be
  // compressed again.
  const answer = new Response(body, response)
  if (body !== null) ORIGINALS.set(answer, response)
  for (const name of POLICY_HEADERS) {
    if (headers.has(name)) answer.headers.delete(name)
  }
  for (const [name, value] of pairsOf(grants)) {
    const vary = name === 'vary' ? headers.get(name) : null
    answer.headers.set(name, vary === null ? value : mergeVary([vary, value]))
  }
  return answer
}

/**
 * Keeps a response alive with the one that has its body: if one that came from Node's `fetch` is garbage-collected,
 * Node cancels its unread body (nodejs/undici#3199).
 */
const ORIGINALS = new WeakMap<Response, Response>()
