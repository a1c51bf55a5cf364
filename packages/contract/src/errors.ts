import type { Incoming } from './incoming.ts'

/** What an {@link HttpError} carries beside its status. */
export interface HttpErrorOptions {
  /** What the body tells, `{"detail": …}`, or what the declared model takes. Default: the declared text. */
  readonly detail?: unknown
  /** Beside those of the answer itself. Default none. */
  readonly headers?: Readonly<Record<string, string>>
  /** What was behind it, for whoever catches it; no answer tells of it. */
  readonly cause?: unknown
}

const HTTP_ERROR: unique symbol = Symbol.for('@postern/contract HttpError')

/** Thrown from anywhere below a handler, or from `authenticate`, to stop with a failure that its operation declares, or with the 401
 *  of one that declares `security`; another status is a safe 500. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly detail: unknown
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

/** Gives the failure to be answered for something thrown that is no {@link HttpError}, such as a database's error; nothing for what is
 *  to stay a 500. */
export type ErrorHandler = (error: unknown, incoming: Incoming) => HttpError | null | undefined

/** Whether it is an {@link HttpError}, of any copy of this module: bundlers, and development servers that load anew, make several. */
export function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && HTTP_ERROR in error
}

/** What something thrown says, which need not be an error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Thrown at start where a contract cannot be served as it is declared; `mistakes` lists all of them. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(
      `The contract has ${mistakes.length} mistake(s):\n${mistakes.map((one) => `  - ${one}`).join('\n')}`,
    )
    this.mistakes = mistakes
  }
}
