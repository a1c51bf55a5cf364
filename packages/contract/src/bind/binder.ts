import type { Issue } from '@postern/model'
import type { Incoming } from '../incoming.ts'
import { fail } from '../reply/fail.ts'
import { type Failure, Refusal } from '../reply/failure.ts'
import { modelReply } from '../reply/model-reply.ts'
import type { Declaration } from '../route/operation.ts'
import { compileArriving, compileBody } from './body.ts'
import { type Conditions, createConditions } from './conditions.ts'
import { cookieValues, headerValues, pathValues, queryValues } from './named-values.ts'
import { compileParameters, type Source, type TakeParameters } from './parameters.ts'
import { NotedBody, type SentFields } from './sent-fields.ts'

/** What a handler receives; `handler.ts` has the types that its declaration gives it. */
export interface BoundInput {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly cookies: unknown
  body: unknown
  /** Present only if `concurrency` is declared. */
  conditions?: Conditions
  /** Which fields of the body's model were sent. Present only if the body is declared with `fieldsSet`. */
  fieldsSet?: SentFields
  /** Set when it is known. */
  user: unknown
  readonly request: Incoming
  readonly fail: typeof fail
  readonly reply: typeof modelReply
}

/** One request being bound: the input so far, and every issue found. */
export interface Binding {
  readonly input: BoundInput
  readonly issues: Issue[]
}

/**
 * Binds what an operation declares. Reports all issues at once, in FastAPI's order: path, query, headers, cookies,
 * body.
 */
export interface Binder {
  /** Binds everything but the body. `names` and `values` are those of the path, in order. */
  bindParameters(incoming: Incoming, names: readonly string[], values: readonly string[]): Binding
  /** The largest body that is read, in bytes; undefined if the operation has none. */
  readonly bodyLimit: number | undefined
  /** Adds the body to the input. Returns the failure if there are issues. */
  bindBody(binding: Binding, bytes: Uint8Array): Failure | undefined
  /**
   * Binds a body while it arrives, instead of `bindBody`: a stream, or one that may contain files. Undefined if none is
   * declared. It returns undefined if the body is not multipart after all; otherwise a promise that settles when the
   * first file begins, for a stream at once. `refuse` receives what goes wrong later.
   */
  readonly bindArriving: BindArrivingBody | undefined
}

type BindArrivingBody = (
  binding: Binding,
  refuse: (failure: Failure) => void,
) => Promise<Failure | undefined> | undefined

/** What applies to every operation of a service. */
export interface BinderOptions {
  /** The largest body that is read, in bytes, if a body has no limit of its own. */
  readonly bodyLimit: number
  /** Whether JSON bodies refuse lax conversions where neither a kind nor its model sets `strict`. */
  readonly strict: boolean
}

/** Compiles the binding of one operation. */
export function compileBinder(declaration: Declaration, options: BinderOptions): Binder {
  const path = compileSource('path', declaration.params)
  const query = compileSource('query', declaration.query)
  const headers = compileSource('header', declaration.headers)
  const cookies = compileSource('cookie', declaration.cookies)
  const { body, concurrency } = declaration
  const takeBody = body === undefined ? () => undefined : compileBody(body, options.strict)
  const bodyLimit = body?.limit ?? options.bodyLimit
  const takeArriving = body === undefined ? undefined : compileArriving(body, bodyLimit)
  return {
    bodyLimit: body === undefined ? undefined : bodyLimit,
    bindArriving:
      takeArriving &&
      ((binding, refuse) => {
        const { input, issues } = binding
        const taken = takeArriving({ incoming: input.request, issues, refuse })
        return taken?.then((later) => addBody(binding, later))
      }),
    bindParameters(incoming, names, values) {
      const issues: Issue[] = []
      const input: BoundInput = {
        params: path === undefined ? NONE : path(pathValues(names, values), issues),
        query: query === undefined ? NONE : query(queryValues(incoming), issues),
        headers: headers === undefined ? NONE : headers(headerValues(incoming), issues),
        cookies: cookies === undefined ? NONE : cookies(cookieValues(incoming), issues),
        body: undefined,
        user: null,
        request: incoming,
        fail,
        reply: modelReply,
      }
      if (concurrency !== undefined) input.conditions = createConditions(incoming, concurrency)
      return { input, issues }
    },
    bindBody(binding, bytes) {
      const contentType = binding.input.request.header('content-type')
      return addBody(binding, takeBody({ bytes, contentType }, binding.issues))
    },
  }
}

const NONE: Readonly<Record<string, never>> = Object.freeze({})

function compileSource(source: Source, declared: Declaration['query']): TakeParameters | undefined {
  return declared === undefined ? undefined : compileParameters(source, declared)
}

function addBody({ input, issues }: Binding, body: unknown): Failure | undefined {
  if (body instanceof Refusal) return body.failure
  if (body instanceof NotedBody) {
    input.fieldsSet = body.fieldsSet
    input.body = body.value
  } else {
    input.body = body
  }
  return issues.length === 0 ? undefined : { status: 422, issues }
}
