import { headerMembers, joinedValue } from './answer-headers.ts'
import { type ExplanationStep, failed, passed } from './explanation.ts'

/** What the browser compares a response with. */
export interface CheckedRequest {
  readonly origin: string
  readonly method: string
  readonly unsafeHeaders: readonly string[]
  readonly includesCredentials: boolean
}

/** Fetch, CORS check: whether the response may be shared with this origin. */
export function checkCors(request: CheckedRequest, headers: readonly string[]): ExplanationStep {
  const { origin, includesCredentials } = request
  const allowed = joinedValue(headers, 'access-control-allow-origin')
  if (allowed === null) return failed('CORS check step 2', 'the response has no Access-Control-Allow-Origin')
  if (allowed === '*' && !includesCredentials) {
    return passed('CORS check step 3', 'Access-Control-Allow-Origin is * and no credentials are included')
  }
  if (allowed !== origin) {
    const hint = allowed === '*' ? '; * does not count when credentials are included' : ''
    return failed('CORS check step 4', `Access-Control-Allow-Origin is ${allowed}, not ${origin}${hint}`)
  }
  if (!includesCredentials) {
    return passed(
      'CORS check step 5',
      `Access-Control-Allow-Origin is ${origin}, and no credentials are included`,
    )
  }
  const credentials = joinedValue(headers, 'access-control-allow-credentials')
  if (credentials === 'true') {
    return passed('CORS check step 7', 'the origin is the same and Access-Control-Allow-Credentials is true')
  }
  const text = 'credentials are included, but Access-Control-Allow-Credentials is not true'
  return failed('CORS check step 8', text)
}

/** Fetch, CORS-preflight fetch step 7: whether the response to the preflight allows the request. */
export function checkPreflight(
  request: CheckedRequest,
  { status, headers }: { readonly status: number; readonly headers: readonly string[] },
): readonly ExplanationStep[] {
  const origin = checkCors(request, headers)
  if (!origin.passed) return [origin]
  if (status !== 200) {
    return [
      origin,
      failed('CORS-preflight fetch step 7', `the preflight's status is ${status}, not an ok status`),
    ]
  }
  const ok = passed('CORS-preflight fetch step 7', `the preflight's status is ${status}, an ok status`)
  const method = checkMethod(request.method, headerMembers(headers, 'access-control-allow-methods'))
  const names = headerMembers(headers, 'access-control-allow-headers').map((name) => name.toLowerCase())
  return [origin, ok, method, ...request.unsafeHeaders.map((name) => checkHeader(name, names))]
}

// Fetch also accepts safelisted methods and what a star covers. Neither case occurs here, because the policy names
// everything it grants.
function checkMethod(method: string, methods: readonly string[]): ExplanationStep {
  const rule = 'CORS-preflight fetch step 7.5'
  if (methods.includes(method)) return passed(rule, `${method} is in Access-Control-Allow-Methods`)
  return failed(rule, `${method} is not in Access-Control-Allow-Methods`)
}

function checkHeader(name: string, names: readonly string[]): ExplanationStep {
  const rule = `CORS-preflight fetch step 7.${name === 'authorization' ? 6 : 7}`
  if (names.includes(name)) return passed(rule, `${name} is in Access-Control-Allow-Headers`)
  return failed(rule, `${name} is not in Access-Control-Allow-Headers`)
}
