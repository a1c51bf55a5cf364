import { grantHeaders, mergeGrants } from '../cors/actual.ts'
import type { Policy } from '../cors/policy.ts'
import { JSON_HEADERS } from './header-pairs.ts'

/** Adds the grants of an origin to a response's headers. */
export type Granting = (headers: readonly string[], origin: string | undefined) => readonly string[]

/**
 * Creates the granting of a policy. For each grant it remembers the most common response, JSON without further headers.
 */
export function createGranting(policy: Policy): Granting {
  // A policy returns the same few frozen arrays again and again.
  const remembered = new WeakMap<readonly string[], readonly string[]>()
  return (headers, origin) => {
    const grants = grantHeaders(policy, origin)
    if (headers !== JSON_HEADERS) return mergeGrants(headers, grants)
    const known = remembered.get(grants)
    if (known !== undefined) return known
    const merged = Object.freeze(mergeGrants(headers, grants))
    remembered.set(grants, merged)
    return merged
  }
}
