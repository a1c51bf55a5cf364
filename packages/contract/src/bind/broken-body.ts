import { FAILURES, type Failure } from '../reply/failure.ts'

/** Thrown if a body that is read piece by piece proves invalid, or breaks off, when its handler already has it. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody'
  readonly failure: Failure

  constructor(message: string, failure: Failure) {
    super(message)
    this.failure = failure
  }
}

/** Returns the error of a body that is larger than allowed. */
export function tooLarge(): BrokenBody {
  return new BrokenBody('More came than is taken', FAILURES.tooLarge)
}
