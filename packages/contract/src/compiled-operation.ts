import type { Binder, BoundInput } from './bind/binder.ts'
import type { Credentials } from './bind/credentials.ts'
import type { Answers } from './reply/answers.ts'

/** An operation made ready to be exchanged: everything that its declaration decides is decided. */
export interface CompiledOperation {
  /** Its name in the contract. */
  readonly name: string
  /** Undefined where it does not ask for its user. */
  readonly credentials: Credentials<unknown> | undefined
  readonly binder: Binder
  /** Undefined where it has none. */
  readonly guard: ((input: BoundInput) => unknown) | undefined
  readonly handler: (input: BoundInput) => unknown
  readonly answers: Answers
}

/** Where a path leads: an operation, and the names of the path's parameters in their order. */
export interface Route {
  readonly operation: CompiledOperation
  readonly names: readonly string[]
}
