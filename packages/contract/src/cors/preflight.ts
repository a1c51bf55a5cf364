import type { Grant } from './grant.ts'
import { type HeaderListFault, MOST_CHARACTERS, readHeaderList } from './header-list.ts'
import { isMethodName } from './method-list.ts'
import type { Policy } from './policy.ts'
import { PREFLIGHT_VARY } from './vary.ts'

/**
 * A request as the policy sees it. A header's value is all its lines joined with `, `; undefined means no such header.
 */
export interface CorsRequest {
  readonly method: string
  readonly origin: string | undefined
  readonly requestMethod: string | undefined
  readonly requestHeaders: string | undefined
}

/** What the policy reads from a request; header names are in lower case. */
export interface PolicyRequest {
  readonly method: string
  header(name: string): string | undefined
}

export function corsRequestOf(request: PolicyRequest): CorsRequest {
  return {
    method: request.method,
    origin: request.header('origin'),
    requestMethod: request.header('access-control-request-method'),
    requestHeaders: request.header('access-control-request-headers'),
  }
}

/** The whole response to a preflight. In `headers` names and values alternate, without content-length. */
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

const LONGEST_INPUT = 100

/**
 * Answers a preflight (Fetch, CORS-preflight request: OPTIONS with Origin and Access-Control-Request-Method): 200
 * granted, 403 refused, 400 malformed. Undefined if the request is not a preflight and must continue.
 */
export function answerPreflight(policy: Policy, request: CorsRequest): PreflightAnswer | undefined {
  const { method, origin, requestMethod, requestHeaders } = request
  if (method !== 'OPTIONS' || origin === undefined || requestMethod === undefined) return undefined
  const grant = policy.grantFor(origin)
  if (!grant.allowed) return refuse([originRefusal(origin)], PREFLIGHT_VARY)
  const headerList = requestHeaders ?? ''
  const unlisted = readUnlisted(policy, headerList)
  if (unlisted === NONE && policy.listsMethod(requestMethod) && policy.coversMethod('OPTIONS'))
    return { status: 200, headers: grant.preflight, body: '' }
  return judge(policy, grant, { requestMethod, headerList, unlisted })
}

/**
 * Returns the requested names that are not in the policy's list, or why they cannot be read. Most preflights request
 * none.
 */
function readUnlisted(policy: Policy, headerList: string): ReadonlySet<string> | HeaderListFault {
  // Most lists are a single name, as browsers write it.
  if (policy.listsHeader(headerList)) return NONE
  let unlisted: Set<string> | undefined
  const fault = readHeaderList(headerList, (name) => {
    if (policy.listsHeader(name)) return
    unlisted ??= new Set()
    unlisted.add(name)
  })
  return fault ?? unlisted ?? NONE
}

const NONE: ReadonlySet<string> = new Set()

interface Requested {
  readonly requestMethod: string
  readonly headerList: string
  readonly unlisted: ReadonlySet<string> | HeaderListFault
}

function judge(policy: Policy, { identity }: Grant, requested: Requested): PreflightAnswer {
  const { requestMethod, unlisted } = requested
  const refusals = [
    optionsRefusal(policy),
    methodRefusal(policy, requestMethod),
    headersRefusal(policy, requested),
  ].filter((refusal) => refusal !== undefined)
  // A list that cannot be read is already among the refusals.
  if (refusals.length > 0 || typeof unlisted === 'string')
    return refuse(refusals, [...identity, ...policy.preflightLists, ...PREFLIGHT_VARY])
  const lists = widened(policy, requestMethod, unlisted)
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
  if (!isMethodName(method)) {
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

function headersRefusal({ anyHeader }: Policy, { headerList, unlisted }: Requested): Refusal | undefined {
  const header = 'access-control-request-headers'
  if (unlisted === 'too_long') {
    return refusal('cors_headers_too_long', header, {
      msg: `The list is longer than ${MOST_CHARACTERS} characters`,
      input: headerList,
    })
  }
  if (unlisted === 'malformed') {
    const msg = 'Header names separated by commas are expected'
    return refusal('cors_headers_malformed', header, { msg, input: headerList })
  }
  if (anyHeader || unlisted.size === 0) return undefined
  const msg = `${unlisted.size === 1 ? 'This header is' : 'These headers are'} not allowed`
  return refusal('cors_headers', header, { msg, input: [...unlisted].join(', ') })
}

function refusal(type: string, header: string, { msg, input }: Pick<Refusal, 'msg' | 'input'>): Refusal {
  const short = input.length > LONGEST_INPUT ? `${input.slice(0, LONGEST_INPUT)}…` : input
  return { type, loc: ['header', header], msg, input: short }
}

// A literal star never covers Authorization, and with credentials it is an ordinary name, so names are spelled out.
function widened(
  { preflightLists, listsMethod }: Policy,
  method: string,
  unlisted: ReadonlySet<string>,
): readonly string[] {
  const [methodsName, methods, headersName, headers] = preflightLists
  const allMethods = listsMethod(method) ? methods : `${methods}, ${method}`
  return [methodsName, allMethods, headersName, [headers, ...unlisted].join(', ')]
}

function refuse(detail: readonly Refusal[], headers: readonly string[]): PreflightAnswer {
  const malformed = detail.some(({ type }) => type.endsWith('_malformed') || type.endsWith('_too_long'))
  return {
    status: malformed ? 400 : 403,
    headers: ['content-type', 'application/json', ...headers],
    body: JSON.stringify({ detail }),
  }
}

/**
 * Returns the headers of the response to a preflight, with its body's length in bytes (RFC 9110 §8.6): the body may
 * quote any text.
 */
export function sizedHeaders({ headers, body }: PreflightAnswer): readonly string[] {
  return [...headers, 'content-length', String(new TextEncoder().encode(body).length)]
}
