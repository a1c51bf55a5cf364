import type { Issue } from '@postern/model'

/** A body as it came. */
export interface GivenBody {
  readonly bytes: Uint8Array
  readonly contentType: string | undefined
}

/** Takes the declared value from a body; what is wrong with it goes to `issues`. Answers a promise for multipart bodies alone. */
export type BodyBinding = (given: GivenBody, issues: Issue[]) => unknown
