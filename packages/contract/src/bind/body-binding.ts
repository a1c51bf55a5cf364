import type { Issue } from '@postern/model'
import type { Incoming } from '../incoming.ts'
import type { Failure } from '../reply/failure.ts'

/** A body as received. */
export interface GivenBody {
  readonly bytes: Uint8Array
  readonly contentType: string | undefined
}

/** Takes the declared value from a body and adds what is wrong with it to `issues`. */
export type BodyBinding = (given: GivenBody, issues: Issue[]) => unknown

/** A body while it arrives. */
export interface ArrivingBody {
  readonly incoming: Incoming
  readonly issues: Issue[]
  /** Called if the body proves invalid when its handler already has it. */
  readonly refuse: (failure: Failure) => void
}

/**
 * Takes the declared value, or a Refusal, from a body that arrives, and adds what is wrong with it to `issues`.
 * Undefined if it is to be read as a whole after all.
 */
export type ArrivingBinding = (arriving: ArrivingBody) => Promise<unknown> | undefined
