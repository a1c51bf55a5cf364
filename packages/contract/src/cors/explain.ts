import { grantHeaders } from './actual.ts'
import { headerMembers } from './answer-headers.ts'
import { type CheckedRequest, checkCors, checkPreflight } from './cors-check.ts'
import type { Explanation, ExplanationStep } from './explanation.ts'
import { isForbiddenMethod } from './method-list.ts'
import { nearMissOf } from './near-miss.ts'
import { isSimpleMethod, normalizeMethod, type PageRequest, unsafeHeaderNames } from './page-request.ts'
import type { Policy } from './policy.ts'
import { answerPreflight, type PreflightAnswer } from './preflight.ts'
import { isToken } from './token.ts'

const RULE = 'HTTP fetch, whether to make a CORS-preflight fetch'
const SIMPLE: ExplanationStep = Object.freeze({
  passed: true,
  rule: RULE,
  text: 'method and headers are CORS-safelisted: sent without asking',
})

/**
 * Says whether a browser would let a page read the answer to its request, step by step in the words of the
 * Fetch standard, by holding the headers this policy really sends against the browser's algorithms.
 */
export function explain(policy: Policy, page: PageRequest): Explanation {
  const { origin, target, headers = {} } = page
  const method = normalizeMethod(page.method)
  const thrown = typeError(method, Object.keys(headers))
  if (thrown !== undefined) {
    const steps = [{ passed: false, rule: 'Request constructor', text: thrown }]
    return conclude(policy, page, { steps, sent: false, preflighted: false })
  }
  if (target === origin) {
    const text = 'the page is on the service’s own origin, so the policy is not asked'
    const steps = [{ passed: true, rule: 'Main fetch', text }]
    return conclude(policy, page, { steps, sent: true, preflighted: false })
  }
  const unsafeHeaders = unsafeHeaderNames(headers)
  const request = { origin, method, unsafeHeaders, includesCredentials: page.credentials === 'include' }
  const reasons = [...(isSimpleMethod(method) ? [] : [`the method ${method}`]), ...unsafeHeaders]
  const preflighted = reasons.length > 0
  const before = preflighted ? askFirst(policy, request, reasons) : [SIMPLE]
  const sent = before.every(({ passed }) => passed)
  const after = sent ? [checkCors(request, grantHeaders(policy, origin))] : []
  return conclude(policy, page, { steps: [...before, ...after], sent, preflighted })
}

function typeError(method: string, names: readonly string[]): string | undefined {
  if (!isToken(method) || isForbiddenMethod(method))
    return `a page cannot use the method ${method}: TypeError`
  const wrong = names.find((name) => !isToken(name))
  return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is not a header name: TypeError`
}

function askFirst(
  policy: Policy,
  request: CheckedRequest,
  reasons: readonly string[],
): readonly ExplanationStep[] {
  const { origin, method, unsafeHeaders } = request
  const text = `the browser asks first, because of ${reasons.join(', ')}`
  const answer = answerPreflight(policy, {
    method: 'OPTIONS',
    origin,
    requestMethod: method,
    requestHeaders: unsafeHeaders.length === 0 ? undefined : unsafeHeaders.join(','),
  })
  const steps = answer === undefined ? [] : [...checkPreflight(request, answer), ...refusalsOf(answer)]
  return [{ passed: true, rule: RULE, text }, ...steps]
}

// The browser sees only the status; what the service says about it is for the reader.
function refusalsOf({ body }: PreflightAnswer): readonly ExplanationStep[] {
  if (body === '') return []
  const { detail }: { detail: readonly { type: string; msg: string; input: string }[] } = JSON.parse(body)
  return detail.map(({ type, msg, input }) => ({
    passed: false,
    rule: `the service, ${type}`,
    text: `${msg}: ${input}`,
  }))
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
