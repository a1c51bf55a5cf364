import { FAILURES, type Failure } from '../reply/failure.ts'

/** Thrown where a body that is read bit by bit turns out bad, or breaks off, when its handler has it already. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody'
  readonly failure: Failure

  constructor(message: string, failure: Failure) {
    super(message)
    this.failure = failure
  }
}

/** What breaks a body that is larger than it may be. */
export function tooLarge(): BrokenBody {
  return new BrokenBody('More came than is taken', FAILURES.tooLarge)
}
