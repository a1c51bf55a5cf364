import type { CallAnswer } from './client/call-answer.ts'
import type { CallArguments, UntypedInput } from './client/call-input.ts'
import { compileRequest } from './client/request.ts'
import { compileReading } from './client/response.ts'
import type { Contract, Operations } from './contract.ts'
import type { ErrorDialect } from './error-dialect.ts'
import { mistakenOptions, type OptionType } from './option-mistakes.ts'
import type { Operation } from './route/operation.ts'
import { shownGiven } from './shown-given.ts'

export type { CallAnswer, JsonOf, Problem, StreamedItems } from './client/call-answer.ts'
export type { CallArguments, CallInput } from './client/call-input.ts'
export { UnexpectedAnswerError } from './client/response.ts'
export type { ReceivedEvent } from './client/stream-events.ts'

/** Options of {@link createClient}. */
export interface ClientOptions<
  Validated extends boolean = boolean,
  Errors extends ErrorDialect = ErrorDialect,
> {
  /** Where the api is, with the prefix it is mounted under: `https://api.example/v1`. */
  readonly baseUrl: string
  /** Default: the platform's `fetch`. An api's own `fetch` will do, without a server. */
  readonly fetch?: (request: Request) => Promise<Response>
  /**
   * Whether answers are converted through their models, so that a body is what its model gives.
   * Default false: a body is the JSON that came, with fields under their names on the wire.
   */
  readonly validate?: Validated
  /** Sent with every request: `{ authorization: 'Bearer …' }`; a call's own of the same name take their place, and so does the type of
   *  its body. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** How the api writes failures, for their types. Default `fastapi`. */
  readonly errors?: Errors
}

/**
 * A function for every operation of a contract; its answers are told apart by `status`.
 * It rejects as `fetch` does, with a TypeError for input that would arrive as something else, and with an
 * {@link UnexpectedAnswerError} for what the contract does not declare.
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

/** Creates a client from the contract alone, with no server code in it. Throws a TypeError for a `baseUrl` that is no URL, and for an option
 *  that is none. */
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
  // A browser's fetch must be called as the window's own.
  const send = options.fetch ?? ((request: Request) => fetch(request))
  const calls = Object.entries(contract.routes).map(([name, operation]) => {
    const request = compileRequest(operation, { baseUrl, headers })
    const read = compileReading(name, operation, validate)
    const call = async (input: UntypedInput = {}) => {
      // An api's own fetch would not look.
      input.signal?.throwIfAborted()
      return read(await send(request(input)))
    }
    return [name, call]
  })
  return Object.fromEntries(calls)
}

/** A misspelt option would do nothing: `validate` would leave every answer as it came. */
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

/** Throws for a host without its scheme, which would be read as a path, or as a scheme; a path is the page's own origin. */
function requireBase(baseUrl: unknown): void {
  if (typeof baseUrl === 'string' && /^(?:[a-z][a-z\d+.-]*:\/\/|[/.]|$)/i.test(baseUrl)) return
  throw new TypeError(
    `baseUrl is ${shownGiven(baseUrl)}; write where the api is, such as http://localhost:8000`,
  )
}
