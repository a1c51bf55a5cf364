import type { Grant } from './grant.ts'
import { readHeaderList } from './header-list.ts'
import type { Policy } from './policy.ts'
import { isToken } from './token.ts'
import { PREFLIGHT_VARY } from './vary.ts'

/** One request as the policy sees it; header values are all lines joined with `, `; undefined = no such header. */
export interface CorsRequest {
  readonly method: string
  readonly origin: string | undefined
  readonly requestMethod: string | undefined
  readonly requestHeaders: string | undefined
}

/** The whole answer to a preflight. Headers are flat (name, value, …), without content-length. */
export interface PreflightAnswer {
  readonly status: 200 | 400 | 403
  readonly headers: readonly string[]
  readonly body: string
}

interface Refusal {
  readonly type: string
  readonly loc: readonly string[]
  readonly msg: string
  readonly input: string
}

const LONGEST_METHOD = 64
const LONGEST_INPUT = 100

/**
 * Answers a preflight (Fetch, CORS-preflight request: OPTIONS with Origin and Access-Control-Request-Method):
 * 200 granted, 403 refused, 400 malformed. Undefined when the request is not one and must go on.
 */
export function answerPreflight(policy: Policy, request: CorsRequest): PreflightAnswer | undefined {
  const { method, origin, requestMethod, requestHeaders } = request
  if (method !== 'OPTIONS' || origin === undefined || requestMethod === undefined) return undefined
  const grant = policy.grantFor(origin)
  if (!grant.allowed) return refuse([originRefusal(origin)], PREFLIGHT_VARY)
  const headerList = requestHeaders ?? ''
  if (isListed(policy, requestMethod, headerList)) return { status: 200, headers: grant.preflight, body: '' }
  return judge(policy, grant, { requestMethod, headerList })
}

/** Whether everything that is asked for stands in the policy's own lists: most preflights, told without making anything. */
function isListed(policy: Policy, method: string, headerList: string): boolean {
  if (policy.anyMethod || policy.anyHeader) return false
  if (!policy.coversMethod('OPTIONS') || !policy.coversMethod(method)) return false
  // Most lists are one name, as browsers write it.
  if (policy.coversHeader(headerList)) return true
  let areListed = true
  const fault = readHeaderList(headerList, (name) => {
    areListed &&= policy.coversHeader(name)
  })
  return areListed && fault === undefined
}

function judge(
  policy: Policy,
  { identity }: Grant,
  { requestMethod, headerList }: { readonly requestMethod: string; readonly headerList: string },
): PreflightAnswer {
  const requested = new Set<string>()
  const refusals = [
    optionsRefusal(policy),
    methodRefusal(policy, requestMethod),
    headersRefusal(policy, headerList, requested),
  ].filter((refusal) => refusal !== undefined)
  if (refusals.length > 0) return refuse(refusals, [...identity, ...policy.preflightLists, ...PREFLIGHT_VARY])
  const lists = widened(policy, requestMethod, requested)
  const headers = [...identity, ...lists, ...policy.preflightAge, ...PREFLIGHT_VARY]
  return { status: 200, headers, body: '' }
}

function originRefusal(origin: string): Refusal {
  return refusal('cors_origin', 'origin', { msg: 'This origin is not allowed', input: origin })
}

function optionsRefusal(policy: Policy): Refusal | undefined {
  if (policy.coversMethod('OPTIONS')) return undefined
  const msg = 'Preflights are refused: OPTIONS is not among the allowed methods'
  return { type: 'cors_options', loc: ['method'], msg, input: 'OPTIONS' }
}

function methodRefusal(policy: Policy, method: string): Refusal | undefined {
  const header = 'access-control-request-method'
  if (!isToken(method) || method.length > LONGEST_METHOD) {
    return refusal('cors_method_malformed', header, {
      msg: 'Exactly one method name is expected',
      input: method,
    })
  }
  if (policy.coversMethod(method)) return undefined
  const upper = method.toUpperCase()
  const cased = upper !== method && policy.coversMethod(upper)
  const hint = cased ? `; methods are case-sensitive, write ${upper}` : ''
  return refusal('cors_method', header, { msg: `This method is not allowed${hint}`, input: method })
}

function headersRefusal(policy: Policy, list: string, requested: Set<string>): Refusal | undefined {
  const header = 'access-control-request-headers'
  const refused = new Set<string>()
  const fault = readHeaderList(list, (name) => (policy.coversHeader(name) ? requested : refused).add(name))
  if (fault === 'too_long') {
    return refusal('cors_headers_too_long', header, {
      msg: 'The list is longer than 4096 characters',
      input: list,
    })
  }
  if (fault === 'malformed') {
    const msg = 'Header names separated by commas are expected'
    return refusal('cors_headers_malformed', header, { msg, input: list })
  }
  if (refused.size === 0) return undefined
  const msg = `${refused.size === 1 ? 'This header is' : 'These headers are'} not allowed`
  return refusal('cors_headers', header, { msg, input: [...refused].join(', ') })
}

function refusal(type: string, header: string, { msg, input }: Pick<Refusal, 'msg' | 'input'>): Refusal {
  const short = input.length > LONGEST_INPUT ? `${input.slice(0, LONGEST_INPUT)}…` : input
  return { type, loc: ['header', header], msg, input: short }
}

// A literal star never covers Authorization and is an ordinary name with credentials, so names are spelled out.
function widened(policy: Policy, method: string, requested: ReadonlySet<string>): readonly string[] {
  const methods = policy.methods.includes(method) ? policy.methods : [...policy.methods, method]
  const named = new Set(policy.headers.map((name) => name.toLowerCase()))
  const headers = [...policy.headers, ...[...requested].filter((name) => !named.has(name))]
  return [
    'access-control-allow-methods',
    methods.join(', '),
    'access-control-allow-headers',
    headers.join(', '),
  ]
}

function refuse(detail: readonly Refusal[], headers: readonly string[]): PreflightAnswer {
  const malformed = detail.some(({ type }) => type.endsWith('_malformed') || type.endsWith('_too_long'))
  return {
    status: malformed ? 400 : 403,
    headers: ['content-type', 'application/json', ...headers],
    body: JSON.stringify({ detail }),
  }
}
