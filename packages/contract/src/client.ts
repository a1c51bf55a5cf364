import { shownGiven } from '@postern/model'
import type { CallAnswer } from './client/call-answer.ts'
import type { CallArguments, UntypedInput } from './client/call-input.ts'
import { compileRequest } from './client/request.ts'
import { compileReading } from './client/response.ts'
import type { Contract, Operations } from './contract.ts'
import type { ErrorDialect } from './error-dialect.ts'
import { mistakenOptions, type OptionType } from './option-mistakes.ts'
import type { Operation } from './route/operation.ts'

export type { CallAnswer, JsonOf, Problem, StreamedItems } from './client/call-answer.ts'
export type { CallArguments, CallInput } from './client/call-input.ts'
export { UnexpectedAnswerError } from './client/response.ts'
export type { ReceivedEvent } from './client/stream-events.ts'

/** Options of {@link createClient}. */
export interface ClientOptions<
  Validated extends boolean = boolean,
  Errors extends ErrorDialect = ErrorDialect,
> {
  /**
   * The URL of the api, including the prefix it is mounted under: `https://api.example/v1`. In a page of the api's own
   * origin, the prefix alone: `/v1`, or an empty string.
   */
  readonly baseUrl: string
  /** Default: the platform's `fetch`. The `fetch` of an api works too, without a server. */
  readonly fetch?: (request: Request) => Promise<Response>
  /**
   * Whether responses are converted through their models, so that a body has the types of its model. Default false: a
   * body is the received JSON, with fields under their names on the wire.
   */
  readonly validate?: Validated
  /**
   * Sent with every request: `{ authorization: 'Bearer …' }`. Headers of the same name in a call, and the content type
   * of its body, take precedence. Default: none.
   */
  readonly headers?: Readonly<Record<string, string>>
  /** The dialect in which the api writes failures, for their types. Default `fastapi`. */
  readonly errors?: Errors
}

/**
 * One function for each operation of a contract. The `status` of its result distinguishes the responses. It rejects as
 * `fetch` does, with a TypeError for input that would arrive as something else, and with an
 * {@link UnexpectedAnswerError} for a response that the contract does not declare.
 */
export type Client<
  O extends Operations,
  Validated extends boolean = false,
  Errors extends ErrorDialect = 'fastapi',
> = {
  readonly [Name in keyof O]: O[Name] extends Operation<infer D>
    ? (...input: CallArguments<D>) => Promise<CallAnswer<D, Validated, Errors>>
    : never
}

/**
 * Creates a client from the contract alone, without server code. Throws a TypeError for a `baseUrl` that is not a URL,
 * and for an unknown or mistyped option.
 */
export function createClient<
  const O extends Operations,
  const Validated extends boolean = false,
  const Errors extends ErrorDialect = 'fastapi',
>(contract: Contract<O>, options: ClientOptions<Validated, Errors>): Client<O, Validated, Errors>
export function createClient(
  contract: Contract,
  options: ClientOptions,
): Readonly<Record<string, (input?: UntypedInput) => Promise<unknown>>> {
  refuseUnusable(options)
  const { baseUrl, headers = {}, validate = false } = options
  requireBase(baseUrl)
  // A browser's fetch must be called as a method of the window.
  const send = options.fetch ?? ((request: Request) => fetch(request))
  // Until its response is read: a request that is garbage-collected may no longer follow its signal (`keepAlive`).
  const underWay = new Set<Request>()
  const calls = Object.entries(contract.routes).map(([name, operation]) => {
    const request = compileRequest(operation, { baseUrl, headers })
    const read = compileReading(name, operation, validate)
    const call = async (input: UntypedInput = {}) => {
      // The `fetch` of an api would not check the signal.
      input.signal?.throwIfAborted()
      const sent = request(input)
      underWay.add(sent)
      try {
        return await read(await send(sent), sent)
      } finally {
        underWay.delete(sent)
      }
    }
    return [name, call]
  })
  return Object.fromEntries(calls)
}

/** A misspelt option would have no effect: a misspelt `validate` would leave every response unconverted. */
function refuseUnusable(options: ClientOptions): void {
  const mistakes = mistakenOptions('createClient', options, OPTIONS)
  if (mistakes.length > 0) throw new TypeError(mistakes.join('; '))
}

const OPTIONS = {
  baseUrl: true,
  fetch: 'function',
  validate: 'boolean',
  headers: 'object',
  errors: true,
} satisfies Record<keyof ClientOptions, OptionType>

/**
 * Throws for a host without a scheme, which would be read as a path or as a scheme. A path is relative to the page's
 * own origin.
 */
function requireBase(baseUrl: unknown): void {
  if (typeof baseUrl === 'string' && /^(?:[a-z][a-z\d+.-]*:\/\/|[/.]|$)/i.test(baseUrl)) return
  throw new TypeError(
    `baseUrl is ${shownGiven(baseUrl)}; write the URL of the API, such as http://localhost:8000`,
  )
}
