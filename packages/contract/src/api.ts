import type { JsonSchema } from '@postern/model'
import { createFetch } from './adapters/fetch.ts'
import { attempt, ignore } from './attempt.ts'
import type { Authenticate } from './bind/credentials.ts'
import { compileContract } from './compile-contract.ts'
import type { Contract, Operations } from './contract.ts'
import type { CorsOptionsOrPolicy, Policy } from './cors/policy.ts'
import { type DescriptionOptions, draftDocument } from './describe/openapi.ts'
import {
  type DocumentOperations,
  type DocumentsOptions,
  documentOperations,
  reviewDocuments,
  reviewOperationNames,
} from './documents.ts'
import type { ErrorDialect, ErrorInput } from './error-dialect.ts'
import { type ErrorHandler, messageOf } from './errors.ts'
import { createExchange, type Exchange } from './exchange.ts'
import type { Guards, Handlers, UnknownUser } from './handler.ts'
import { mistakenOptions, type OptionType } from './option-mistakes.ts'
import type { DropNotice } from './reply/drop-report.ts'
import { compileFailureWriter } from './reply/failure-writer.ts'
import { createGranting } from './reply/granting.ts'
import { reviewContract } from './review/contract.ts'
import { isLimit, limitMistake } from './review/declaration.ts'
import { givenFunctions, reviewGuards, reviewHandlers } from './review/given-functions.ts'
import { compileUnder, judgePolicy } from './review/policy.ts'
import { type AnswerCrash, type AnswerNotice, createCrash, type ErrorNotice } from './turn.ts'

/** Options of {@link implement}. */
export interface ApiOptions<User, O extends Operations = Operations> {
  /** The cross-origin policy (spec §4.4), as options or compiled. Default: same origin only. */
  readonly cors?: CorsOptionsOrPolicy
  /** The dialect of failures, on the wire and in the document. Default `fastapi`. */
  readonly errors?: ErrorDialect
  /** What a 422 shows of invalid values, on the wire and in the document. Secrets are never shown. Default `full`. */
  readonly errorInput?: ErrorInput
  /**
   * Turns a token into its user; required if an operation declares `security`. Annotate the types of its parameters
   * and, before TypeScript 6, write an arrow function: otherwise TypeScript checks the handlers first and does not know
   * their `user`.
   */
  readonly authenticate?: Authenticate<User>
  /** Functions that may refuse requests before their bodies are read, under the names of operations. Default: none. */
  readonly guards?: Guards<O, User>
  /** The largest body in bytes, for declarations without a limit of their own. Default 1 MiB. */
  readonly bodyLimit?: number
  /**
   * Whether kinds and models that do not set `strict` refuse lax conversions (`"1"` for 1) in JSON bodies. Parameters
   * and forms, whose values are all strings, are still converted. Default false.
   */
  readonly strict?: boolean
  /** Where the document and its pages are served; false for nowhere. Default `/openapi.json`, `/docs`, `/redoc`. */
  readonly documents?: DocumentsOptions | false
  /**
   * Receives what a handler, a guard, `authenticate`, or a stream before its first item throws, unless it is a reply or
   * an HttpError: a database error, for example. If it returns an HttpError, whose status the operation must declare,
   * that is the response. Default: the response is a 500.
   */
  readonly errorHandler?: ErrorHandler
  /**
   * Receives each 500, each failure that could not be rendered, each stream that broke off, and each `onAnswer` that
   * threw or rejected, with the reason, which no response contains.
   */
  readonly onError?: (notice: ErrorNotice) => void
  /**
   * Receives each answered request, once. A client that goes away while it sends its body is one, with the status 400.
   * What code around the exchange (`wrapExchange`) sends without it is none.
   */
  readonly onAnswer?: (notice: AnswerNotice) => void
  /**
   * For development: receives the names that a response model dropped (spec §4.3.1), once for each operation and set of
   * names. Default: dropped names are not looked for.
   */
  readonly onDrop?: (notice: DropNotice) => void
}

/** A contract with its handlers, ready to serve on any runtime. */
export interface Api {
  /** For adapters: answers one request without `Request` and `Response`. */
  readonly exchange: Exchange
  /** For {@link wrapExchange}: answers when something around the exchange throws. */
  readonly crash: AnswerCrash
  /** For adapters: whether anyone observes responses and their sizes. */
  readonly isObserved: boolean
  /** The entry for Deno, Workers and hosts that use Fetch. On Bun, `serve` of `@postern/contract/bun` costs less. */
  readonly fetch: (request: Request) => Promise<Response>
  /** The cross-origin policy in effect. */
  readonly policy: Policy
  /** The OpenAPI 3.1 document. */
  readonly document: JsonSchema
}

/**
 * Binds handlers to a contract. Throws a ContractError that lists every mistake in the contract, the handlers and the
 * options, or a PolicyError if only the cross-origin policy cannot be used.
 */
export function implement<const O extends Operations, User = UnknownUser>(
  declared: Contract<O>,
  implemented: Handlers<O, User>,
  options: ApiOptions<User, O> = {},
): Api {
  // Untyped code may give anything.
  const given: ApiOptions<User, O> = Object(options)
  const { cors = {}, errors = 'fastapi', authenticate, bodyLimit = 2 ** 20, documents = {} } = given
  const { errorInput = 'full', guards = {}, strict = false, errorHandler } = given
  const { onError, onAnswer, onDrop } = unbreakableObservers(given)
  const { contract, unusable, mistakes: ofContract } = reviewContract(declared)
  const guarding = givenFunctions(guards, unusable)
  const mistakes = [
    ...mistakenOptions('implement', options, OPTIONS),
    ...ofContract,
    ...reviewHandlers(implemented),
    ...reviewGuards(guards, guarding, contract.routes),
  ]
  const judged = judgePolicy(cors, mistakes)
  const document = describe(contract, { ...(documents || {}), errors, errorInput }, mistakes)
  if (!isLimit(bodyLimit)) mistakes.push(limitMistake('bodyLimit', bodyLimit))
  const served =
    documents === false ? NO_DOCUMENTS : serveDocuments(contract, document, { documents, mistakes })
  const operations = { ...contract.routes, ...served.operations }
  const handlers = givenFunctions(implemented, unusable)
  const parts = {
    handlers: { ...handlers, own: { ...handlers.own, ...served.handlers } },
    guards: guarding,
    authenticate,
    bodyLimit,
    strict,
    errorHandler,
    onError,
    onDrop,
    mistakes,
  }
  const { policy, table } = compileUnder(judged, (policy) => ({
    policy,
    table: compileContract(operations, { ...parts, policy }),
  }))
  const terms = {
    policy,
    granting: createGranting(policy),
    writeFailure: compileFailureWriter(errors, errorInput),
    onError,
    onAnswer,
  }
  const entries = openEntries({ exchange: createExchange(table, terms), isObserved: onAnswer !== undefined })
  return { ...entries, crash: createCrash(terms), policy, document }
}

type Observers = Pick<ApiOptions<unknown>, 'onError' | 'onAnswer' | 'onDrop'>

/** Returns observers that cannot break anything. What `onAnswer` throws is reported to `onError`. */
function unbreakableObservers({ onError, onAnswer, onDrop }: Observers) {
  const report = onError && unbreakable(onError)
  const reportThrown = (error: unknown, { incoming, operation }: AnswerNotice) =>
    report?.({ error, incoming, operation })
  return {
    onError: report,
    onAnswer: onAnswer && unbreakable(onAnswer, reportThrown),
    onDrop: onDrop && unbreakable(onDrop),
  }
}

/**
 * An observer that throws or rejects must neither cost the client its response nor bring down the server; `report`
 * receives the error.
 */
function unbreakable<Notice>(
  observe: (notice: Notice) => unknown,
  report?: (error: unknown, notice: Notice) => void,
): (notice: Notice) => void {
  return (notice) => {
    const failing = { fail: (error: unknown) => report?.(error, notice) }
    attempt(() => observe(notice), ignore, failing)
  }
}

const OPTIONS = {
  cors: true,
  errors: true,
  errorInput: true,
  authenticate: 'function',
  guards: 'object',
  bodyLimit: true,
  strict: 'boolean',
  documents: true,
  errorHandler: 'function',
  onError: 'function',
  onAnswer: 'function',
  onDrop: 'function',
} satisfies Record<keyof ApiOptions<unknown>, OptionType>

function describe(contract: Contract, options: DescriptionOptions, mistakes: string[]): JsonSchema {
  try {
    const drafted = draftDocument(contract, options)
    mistakes.push(...drafted.mistakes)
    return drafted.document
  } catch (error) {
    mistakes.push(messageOf(error))
    return {}
  }
}

/** Returns the operations of the documents; none if they cannot be served as requested. */
function serveDocuments(
  contract: Contract,
  document: JsonSchema,
  { documents, mistakes }: { readonly documents: DocumentsOptions; readonly mistakes: string[] },
): DocumentOperations {
  const misplaced = reviewDocuments(documents)
  const served = misplaced.length > 0 ? NO_DOCUMENTS : documentOperations(contract, document, documents)
  mistakes.push(...misplaced, ...reviewOperationNames(contract, served))
  return served
}

const NO_DOCUMENTS: DocumentOperations = { operations: {}, handlers: {} }

/** Returns an api's two entries to an exchange: its own, and the one for Fetch. */
export function openEntries(
  terms: Pick<Api, 'exchange' | 'isObserved'>,
): Pick<Api, 'exchange' | 'isObserved' | 'fetch'> {
  const answer = createFetch(terms)
  return { ...terms, fetch: async (request) => answer(request) }
}
