import { grantHeaders } from './actual.ts'
import { headerMembers } from './answer-headers.ts'
import { type CheckedRequest, checkCors, checkPreflight } from './cors-check.ts'
import { type Explanation, type ExplanationStep, failed, passed } from './explanation.ts'
import { isLoopback } from './loopback.ts'
import { isForbiddenMethod } from './method-list.ts'
import { nearMissOf } from './near-miss.ts'
import { isSimpleMethod, normalizeMethod, type PageRequest, unsafeHeaderNames } from './page-request.ts'
import type { Policy } from './policy.ts'
import { answerPreflight, type PreflightAnswer } from './preflight.ts'
import { isSerializedOrigin } from './serialized-origin.ts'
import { isToken } from './token.ts'

const RULE = 'HTTP fetch, whether to make a CORS-preflight fetch'
const SIMPLE = 'method and headers are CORS-safelisted: sent without a preflight'

/**
 * Explains whether a browser would let a page read the response to its request, step by step in the terms of the Fetch
 * standard. It runs the browser's algorithms on the headers that this policy really sends.
 */
export function explain(policy: Policy, given: PageRequest): Explanation {
  const page = { ...given, target: originOf(given.target) }
  const { origin, target, headers = {} } = page
  const method = normalizeMethod(page.method)
  const obstacle = originObstacle(page) ?? typeError(method, Object.keys(headers))
  if (obstacle !== undefined) {
    return conclude(policy, page, { steps: [obstacle], sent: false, preflighted: false })
  }
  if (target === origin) {
    const text = 'the page is on the service’s own origin, so the policy does not apply'
    const steps = [passed('Main fetch', text)]
    return conclude(policy, page, { steps, sent: true, preflighted: false })
  }
  const unsafeHeaders = unsafeHeaderNames(headers)
  const request = { origin, method, unsafeHeaders, includesCredentials: page.credentials === 'include' }
  const reasons = [...(isSimpleMethod(method) ? [] : [`the method ${method}`]), ...unsafeHeaders]
  const preflighted = reasons.length > 0
  const before = preflighted ? askFirst(policy, request, reasons) : [passed(RULE, SIMPLE)]
  const sent = before.every(({ passed }) => passed)
  const after = sent ? [checkCors(request, grantHeaders(policy, origin))] : []
  return conclude(policy, page, { steps: [...before, ...after], sent, preflighted })
}

/** Returns the origin of a web URL; any other text is no origin of a page and stays. */
function originOf(target: string | undefined): string | undefined {
  const url = target === undefined ? null : URL.parse(target)
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : target
}

function originObstacle({ origin, target = '' }: PageRequest): ExplanationStep | undefined {
  const isWeb = /^https?:/i.test(origin)
  const isWritten = isWeb
    ? isSerializedOrigin(origin)
    : origin === 'null' || /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(origin)
  if (!isWritten) {
    const written = (isWeb ? URL.parse(origin)?.origin : undefined) ?? 'scheme://host[:port], or null'
    return failed('Serialize an origin', `${origin} is not how a browser writes an origin; write ${written}`)
  }
  const mixed =
    origin.startsWith('https:') &&
    target.startsWith('http:') &&
    !isLoopback(URL.parse(target)?.hostname ?? '')
  const text = `an https page cannot call ${target}, which is not encrypted`
  return mixed ? failed('Mixed Content, should fetching be blocked', text) : undefined
}

function typeError(method: string, names: readonly string[]): ExplanationStep | undefined {
  const rule = 'Request constructor'
  if (!isToken(method) || isForbiddenMethod(method)) {
    return failed(rule, `a page cannot use the method ${method}: TypeError`)
  }
  const wrong = names.find((name) => !isToken(name))
  return wrong === undefined
    ? undefined
    : failed(rule, `${JSON.stringify(wrong)} is not a header name: TypeError`)
}

function askFirst(
  policy: Policy,
  request: CheckedRequest,
  reasons: readonly string[],
): readonly ExplanationStep[] {
  const { origin, method, unsafeHeaders } = request
  const text = `the browser sends a preflight first, because of ${reasons.join(', ')}`
  const answer = answerPreflight(policy, {
    method: 'OPTIONS',
    origin,
    requestMethod: method,
    requestHeaders: unsafeHeaders.length === 0 ? undefined : unsafeHeaders.join(','),
  })
  const steps = answer === undefined ? [] : [...checkPreflight(request, answer), ...refusalsOf(answer)]
  return [passed(RULE, text), ...steps]
}

// The browser sees only the status; the service's reasons are for the reader.
function refusalsOf({ body }: PreflightAnswer): readonly ExplanationStep[] {
  if (body === '') return []
  const { detail }: { detail: readonly { type: string; msg: string; input: string }[] } = JSON.parse(body)
  return detail.map(({ type, msg, input }) => failed(`the service, ${type}`, `${msg}: ${input}`))
}

function conclude(
  policy: Policy,
  page: PageRequest,
  { steps, sent, preflighted }: Pick<Explanation, 'steps' | 'sent' | 'preflighted'>,
): Explanation {
  const readable = steps.every(({ passed }) => passed)
  return {
    readable,
    sent,
    steps,
    preflighted,
    exposed: readable ? exposedTo(policy, page) : [],
    nearMiss: readable ? undefined : nearMissOf(policy, page.origin),
  }
}

function exposedTo(policy: Policy, { origin, target }: PageRequest): readonly string[] {
  if (target === origin) return ['*']
  return headerMembers(grantHeaders(policy, origin), 'access-control-expose-headers')
}
