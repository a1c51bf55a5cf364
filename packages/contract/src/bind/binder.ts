import type { Issue } from '@postern/model'
import type { Incoming } from '../incoming.ts'
import type { Failure } from '../reply/failure.ts'
import type { Declaration } from '../route/operation.ts'
import { compileBody } from './body.ts'
import { Refusal } from './body-binding.ts'
import { cookieValues, headerValues, type NamedValues, queryValues } from './named-values.ts'
import { compileParameters, type Parameters, type Source } from './parameters.ts'

/** The typed input of a handler, or why there is none. */
export type Bound =
  | { readonly ok: true; readonly input: BoundInput }
  | { readonly ok: false; readonly failure: Failure }

/** What a handler gets of the request; the exchange adds the user and the rest. */
export interface BoundInput {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly cookies: unknown
  readonly body: unknown
}

/** Binds what an operation declares: all problems at once, in FastAPI's order: path, query, headers, cookies, body. */
export interface Binder {
  /** Everything but the body. */
  bindParameters(incoming: Incoming, path: PathValues): PartlyBound
  /** The largest body that is read; undefined where the operation has none. */
  readonly bodyLimit: number | undefined
  /** The body joins; answers a promise for multipart bodies alone. */
  bindBody(partly: PartlyBound, incoming: Incoming, bytes: Uint8Array): Bound | Promise<Bound>
}

/** A binding that waits for the body. */
export interface PartlyBound extends Omit<BoundInput, 'body'> {
  readonly issues: Issue[]
}

/** The parameters of a path: names and values in its order. */
export interface PathValues {
  readonly names: readonly string[]
  readonly values: readonly string[]
}

/** Compiles the binding of one operation; `defaultLimit` holds for a body without a limit of its own, in bytes. */
export function compileBinder(declaration: Declaration, defaultLimit: number): Binder {
  const path = compileSource('path', declaration.params)
  const query = compileSource('query', declaration.query)
  const headers = compileSource('header', declaration.headers)
  const cookies = compileSource('cookie', declaration.cookies)
  const { body } = declaration
  const takeBody = body === undefined ? undefined : compileBody(body)
  return {
    bodyLimit: body === undefined ? undefined : (body.limit ?? defaultLimit),
    bindParameters(incoming, given) {
      const issues: Issue[] = []
      return {
        params: path === undefined ? NONE : path(pathValues(given), issues),
        query: query === undefined ? NONE : query(queryValues(incoming), issues),
        headers: headers === undefined ? NONE : headers(headerValues(incoming), issues),
        cookies: cookies === undefined ? NONE : cookies(cookieValues(incoming), issues),
        issues,
      }
    },
    bindBody(partly, incoming, bytes) {
      const given = { bytes, contentType: incoming.header('content-type') }
      const taken = takeBody?.(given, partly.issues)
      return taken instanceof Promise ? taken.then((later) => settle(partly, later)) : settle(partly, taken)
    },
  }
}

const NONE: Readonly<Record<string, never>> = Object.freeze({})

function compileSource(source: Source, declared: Declaration['query']): Parameters | undefined {
  return declared === undefined ? undefined : compileParameters(source, declared)
}

function pathValues({ names, values }: PathValues): NamedValues {
  const one = (name: string) => values[names.indexOf(name)]
  return { one, all: (name) => [one(name)], names: () => names }
}

function settle(partly: PartlyBound, body: unknown): Bound {
  if (body instanceof Refusal) return { ok: false, failure: body.failure }
  const { issues, ...input } = partly
  return issues.length === 0
    ? { ok: true, input: { ...input, body } }
    : { ok: false, failure: { status: 422, detail: issues } }
}
