import type { Outgoing } from '@postern/contract'

/** Returns a response with more headers: alternating names, in lower case, and values. */
export function withHeaders({ status, headers, body }: Outgoing, more: readonly string[]): Outgoing {
  return { status, headers: [...headers, ...more], body }
}
