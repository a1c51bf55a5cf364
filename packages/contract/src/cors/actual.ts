import type { Policy } from './policy.ts'
import { POLICY_HEADERS } from './policy-headers.ts'
import { mergeVary } from './vary.ts'

/**
 * Returns the headers of every response that is not a preflight's. Names and values alternate; the array is frozen and
 * the same every time.
 */
export function grantHeaders(policy: Policy, origin: string | undefined): readonly string[] {
  return policy.grantFor(origin).actual
}

/**
 * Returns the handler's headers (names and values alternate) with the policy's added. The handler's own six
 * Access-Control-* headers are dropped. Vary is merged without regard to case, and `*` stays `*`.
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
