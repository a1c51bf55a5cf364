import { explain, type Policy } from '@postern/contract/cors'
import type { JsonSchema } from '@postern/model'

/** What the pages of an origin cannot use of an operation in the document. */
export interface PageTrial {
  /** The operation's name. */
  readonly operation: string
  /** Method and path: `POST /posts/`. */
  readonly place: string
  /** Why they may not call it, or which of its response headers they cannot read; empty where nothing is in the way. */
  readonly obstacles: readonly string[]
}

/** Checks every operation of a document against the policy: its method, its request headers and its response headers. */
export function runPageTrials({ paths }: JsonSchema, policy: Policy, origin: string): readonly PageTrial[] {
  return Object.entries<JsonSchema>(Object(paths)).flatMap(([path, methods]) =>
    Object.entries<Described>(Object(methods)).map(([name, described]) => {
      const method = name.toUpperCase()
      const obstacles = obstaclesTo(described, policy, { origin, method })
      return { operation: described.operationId, place: `${method} ${path}`, obstacles }
    }),
  )
}

/** An OpenAPI Operation Object, as far as it is read. */
interface Described {
  readonly operationId: string
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: { readonly content: object }
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
  readonly security?: readonly object[]
}

function obstaclesTo(
  described: Described,
  policy: Policy,
  page: { readonly origin: string; readonly method: string },
): readonly string[] {
  const { readable, steps, exposed } = explain(policy, { ...page, headers: requestHeaders(described) })
  if (!readable) return steps.filter(({ passed }) => !passed).map(({ text }) => text)
  const seen = new Set([...exposed.map((name) => name.toLowerCase()), ...alwaysReadable])
  const unread = answerHeaders(described).filter((name) => !seen.has('*') && !seen.has(name.toLowerCase()))
  return unread.length === 0 ? [] : [`they cannot read ${unread.join(', ')}`]
}

/** Assumes a body of the first media type declared. */
function requestHeaders({ parameters = [], requestBody, security = [] }: Described): Record<string, string> {
  const [mediaType] = Object.keys(requestBody?.content ?? {})
  const names = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
  return {
    ...Object.fromEntries(names.map((name) => [name, 'x'])),
    ...(mediaType !== undefined && { 'content-type': mediaType }),
    ...(security.length > 0 && { authorization: 'Bearer x' }),
  }
}

function answerHeaders({ responses }: Described): readonly string[] {
  return [...new Set(Object.values(responses).flatMap(({ headers }) => Object.keys(headers ?? {})))]
}

/**
 * Headers that any page can read (Fetch, CORS-safelisted response-header name), that only the browser uses, or that add
 * nothing to the 401.
 */
const alwaysReadable = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
  'set-cookie',
  'www-authenticate',
]
