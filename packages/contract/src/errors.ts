import type { Incoming } from './incoming.ts'

/** What an {@link HttpError} contains beside its status. */
export interface HttpErrorOptions {
  /**
   * The detail in the body, `{"detail": …}`. Default: the declared text. If a model is declared for the status, what
   * that model takes; without it the response is a 500.
   */
  readonly detail?: unknown
  /** Headers added to those of the response. Default none. */
  readonly headers?: Readonly<Record<string, string>>
  /** The underlying error, for code that catches this one. No response contains it. */
  readonly cause?: unknown
}

const HTTP_ERROR: unique symbol = Symbol.for('@postern/contract HttpError')

/**
 * Throw it anywhere below a handler, or from `authenticate`, to stop with a failure: one that the operation declares,
 * or the 401 of an operation with `security`. Any other status becomes a safe 500.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  /** The status of the response. */
  readonly status: number
  /** The detail in the body; undefined for the declared text. */
  readonly detail: unknown
  /** Headers added to those of the response. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, options: HttpErrorOptions = {}) {
    super(`HTTP ${status}`, { cause: options.cause })
    this.status = status
    this.detail = options.detail
    this.headers = options.headers ?? {}
  }

  get [HTTP_ERROR](): true {
    return true
  }
}

/**
 * Returns the failure to send for a thrown value that is not an {@link HttpError}, such as a database error; nothing if
 * it should remain a 500.
 */
export type ErrorHandler = (error: unknown, incoming: Incoming) => HttpError | null | undefined

/**
 * Whether it is an {@link HttpError} of any copy of this module: bundlers, and development servers that reload, create
 * several.
 */
export function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && HTTP_ERROR in error
}

/** Returns the message of a thrown value, which need not be an error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Thrown at start for a contract that cannot be served as declared. `mistakes` lists everything that is wrong. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
  /** Everything that is wrong, each with what to write instead. */
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(
      `The contract has ${mistakes.length} mistake(s):\n${mistakes.map((one) => `  - ${one}`).join('\n')}`,
    )
    this.mistakes = mistakes
  }
}
