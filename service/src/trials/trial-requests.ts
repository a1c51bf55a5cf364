import type { Body, Declaration, Operation } from '@postern/contract'
import { type KindLike, kindOf } from '@postern/model'

/** A request to try on an operation. */
export interface TrialRequest {
  /** Path and query. */
  readonly target: string
  readonly body?: string
  readonly contentType?: string
  /** Whether it carries the token, if there is one by then. */
  readonly withToken: boolean
  /** The expected status of the response. */
  readonly expected: 'success' | 401 | 422
}

/** Returns the request that the operation's declared examples make, or what is missing where they do not suffice. */
export function goodRequest({ path, declaration }: Operation): TrialRequest | string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = names.map((name) => [name, exampleOf(declaration.params?.[name])] as const)
  const missing = values.filter(([, value]) => value === undefined).map(([name]) => name)
  if (missing.length > 0) return `no example is declared for the parameter ${missing.join(', ')}`
  const target = values.reduce(
    (made, [name, value]) => made.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  )
  const { body, security } = declaration
  const request = { target, withToken: security !== undefined, expected: 'success' } as const
  if (body === undefined) return request
  if (body.binding === 'raw') return { ...request, ...sent(body, 'any text') }
  const [example] = Object.values(body.examples ?? {})
  return example === undefined ? 'no example of its body is declared' : { ...request, ...sent(body, example) }
}

/**
 * Returns a request that must be refused: with an invalid body or parameter, or without a token. Undefined where all
 * requests are valid.
 */
export function badRequest(operation: Operation, good: TrialRequest): TrialRequest | undefined {
  const { path, declaration } = operation
  const { body, params, security } = declaration
  if (body !== undefined && body.binding !== 'raw') return { ...good, ...sent(body, ''), expected: 422 }
  if (params !== undefined) return { ...good, target: path.replaceAll(/\{\w+\}/g, 'x'), expected: 422 }
  const query = limitedParameter(declaration)
  if (query !== undefined) return { ...good, target: `${path}?${query}=x`, expected: 422 }
  return security?.required ? { ...good, withToken: false, expected: 401 } : undefined
}

function exampleOf(declared: KindLike | undefined): unknown {
  return declared && kindOf(declared).options.examples?.[0]
}

function sent({ binding }: Body, example: unknown): Pick<TrialRequest, 'body' | 'contentType'> {
  if (binding === 'json') {
    return { body: JSON.stringify(example), contentType: 'application/json' }
  }
  if (binding === 'raw') return { body: String(example), contentType: 'text/plain' }
  const fields = Object.entries(Object(example)).map(([name, value]) => [name, String(value)])
  return { body: new URLSearchParams(fields).toString(), contentType: 'application/x-www-form-urlencoded' }
}

/** Returns a query parameter that does not accept letters. */
function limitedParameter({ query }: Declaration): string | undefined {
  if (query === undefined || typeof query === 'function') return undefined
  const members = Object.entries(query)
  return members.find(([, kind]) => typeof kind === 'object' && kindOf(kind).name === 'integer')?.[0]
}
