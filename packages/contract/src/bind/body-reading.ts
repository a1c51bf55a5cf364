import { attempt, type Failing } from '../attempt.ts'
import { type Failure, failureOf } from '../reply/failure.ts'
import type { Binder, Binding } from './binder.ts'

/** What waits for the body of a request. */
export interface BodyTaker {
  /** Called once the body is bound, with the failure if there is one. */
  readonly pass: (failure: Failure | undefined) => void
  /** Receives what goes wrong instead or, for files and streams, later. */
  readonly turn: Failing & { refuse(failure: Failure): void }
}

/** Reads the body of a request, if its operation has one, and binds it. */
export function readBody(binder: Binder, binding: Binding, { pass, turn }: BodyTaker): void {
  const arriving = binder.bindArriving?.(binding, (failure) => turn.refuse(failure))
  if (arriving !== undefined) return void attempt(() => arriving, pass, turn)
  const bind = (bytes: Uint8Array) => attempt(() => binder.bindBody(binding, bytes), pass, turn)
  if (binder.bodyLimit === undefined) return void bind(EMPTY)
  binding.input.request.readBody(binder.bodyLimit, (body) =>
    ArrayBuffer.isView(body) ? bind(body) : turn.refuse(failureOf(body)),
  )
}

const EMPTY = new Uint8Array()
