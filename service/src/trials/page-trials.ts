import { explain, type Policy } from '@postern/contract/cors'
import type { JsonSchema } from '@postern/model'

/** What the pages of an origin cannot do of what the document tells of an operation. */
export interface PageTrial {
  /** The operation's name. */
  readonly operation: string
  /** Method and path: `POST /posts/`. */
  readonly place: string
  /** Why they may not call it, or which headers of its answers they cannot read; empty where they may do everything. */
  readonly obstacles: readonly string[]
}

/** Holds every operation of a document against the policy: its method and the headers that it reads, and those that it answers. */
export function runPageTrials({ paths }: JsonSchema, policy: Policy, origin: string): readonly PageTrial[] {
  return Object.entries<JsonSchema>(Object(paths)).flatMap(([path, methods]) =>
    Object.entries<Described>(Object(methods)).map(([name, described]) => {
      const method = name.toUpperCase()
      const obstacles = obstaclesTo(described, policy, { origin, method })
      return { operation: described.operationId, place: `${method} ${path}`, obstacles }
    }),
  )
}

/** An Operation Object of OpenAPI, as far as it is looked at. */
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

/** With a body of the first media type that is told. */
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

/** Those that any page reads (Fetch, CORS-safelisted response-header name), and what is the browser's alone or says no more than the 401. */
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
