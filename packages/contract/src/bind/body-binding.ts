import type { Issue } from '@postern/model'
import type { Failure } from '../reply/failure.ts'

/** A body as it came. */
export interface GivenBody {
  readonly bytes: Uint8Array
  readonly contentType: string | undefined
}

/** What stops a request at once, whatever else is wrong with it. */
export class Refusal {
  readonly failure: Failure

  constructor(failure: Failure) {
    this.failure = failure
  }
}

/** Takes the declared value from a body; problems go to `issues`. Answers a promise for multipart bodies alone. */
export type BodyBinding = (given: GivenBody, issues: Issue[]) => unknown
