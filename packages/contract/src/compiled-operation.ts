import type { Binder, BoundInput } from './bind/binder.ts'
import type { Credentials } from './bind/credentials.ts'
import type { Answers } from './reply/answers.ts'

/** An operation prepared for exchanges: everything that follows from its declaration is computed. */
export interface CompiledOperation {
  /** Its name in the contract. */
  readonly name: string
  /** Undefined if it does not ask for its user. */
  readonly credentials: Credentials<unknown> | undefined
  readonly binder: Binder
  /** Undefined if it has none. */
  readonly guard: ((input: BoundInput) => unknown) | undefined
  readonly handler: (input: BoundInput) => unknown
  readonly answers: Answers
}

/** Where a path leads: an operation, and the names of the path's parameters in order. */
export interface Route {
  readonly operation: CompiledOperation
  readonly names: readonly string[]
}
