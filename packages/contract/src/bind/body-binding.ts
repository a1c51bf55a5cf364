import type { Issue } from '@postern/model'
import type { Incoming } from '../incoming.ts'
import type { Failure } from '../reply/failure.ts'

/** A body as it came. */
export interface GivenBody {
  readonly bytes: Uint8Array
  readonly contentType: string | undefined
}

/** Takes the declared value from a body; what is wrong with it goes to `issues`. Answers a promise for multipart bodies alone. */
export type BodyBinding = (given: GivenBody, issues: Issue[]) => unknown

/** A body while it arrives. */
export interface ArrivingBody {
  readonly incoming: Incoming
  readonly issues: Issue[]
  /** Told where the body turns out bad when its handler has it already. */
  readonly refuse: (failure: Failure) => void
}

/** Takes the declared value, or a Refusal, from a body that arrives; what is wrong with it goes to `issues`. Undefined where it is to be
 *  read whole after all. */
export type ArrivingBinding = (arriving: ArrivingBody) => Promise<unknown> | undefined
