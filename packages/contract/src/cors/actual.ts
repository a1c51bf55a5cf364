import type { Policy } from './policy.ts'
import { POLICY_HEADERS } from './policy-headers.ts'
import { mergeVary } from './vary.ts'

/** The headers of every answer that is not a preflight's: names and values by turns, frozen, the same array every time. */
export function grantHeaders(policy: Policy, origin: string | undefined): readonly string[] {
  return policy.grantFor(origin).actual
}

/**
 * The handler's headers (names and values by turns) with the policy's on top: the six Access-Control-* of the handler are
 * dropped, Vary is merged without regard to case and `*` stays `*`.
 */
export function mergeGrants(handlerHeaders: readonly string[], grants: readonly string[]): string[] {
  const merged: string[] = []
  const varied: string[] = []
  for (let index = 0; index + 1 < handlerHeaders.length; index += 2) {
    const name = handlerHeaders[index] ?? ''
    const value = handlerHeaders[index + 1] ?? ''
    if (isVary(name)) varied.push(value)
    else if (!isPolicyHeader(name)) merged.push(name, value)
  }
  for (let index = 0; index + 1 < grants.length; index += 2) {
    const name = grants[index] ?? ''
    const value = grants[index + 1] ?? ''
    if (isVary(name)) varied.push(value)
    else merged.push(name, value)
  }
  if (varied.length > 0) merged.push('vary', mergeVary(varied))
  return merged
}

function isVary(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'vary'
}

function isPolicyHeader(name: string): boolean {
  return name.length >= 22 && POLICY_HEADERS.has(name.toLowerCase())
}
