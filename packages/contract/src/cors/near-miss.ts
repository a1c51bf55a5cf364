import { isLoopback } from './loopback.ts'
import { textDistance } from './nearest-text.ts'
import { originUnion } from './origin-union.ts'
import type { Policy } from './policy.ts'
import { isSerializedOrigin } from './serialized-origin.ts'
import { variableLine } from './variable-line.ts'

/** One of the three parts of an origin (spec §4.4). */
export type OriginPart = 'scheme' | 'host' | 'port'

/** A refused origin, the allowed origin most similar to it, and the line that would allow it too. */
export interface NearMiss {
  /** The origin that the policy refuses. */
  readonly refused: string
  /** Undefined if no origin is listed. */
  readonly nearest: string | undefined
  /** The pattern of allowed origins, if there is one. */
  readonly pattern: string | undefined
  /** The parts in which the two differ. Empty if no origin is listed. */
  readonly differs: readonly OriginPart[]
  /** In the form of an environment variable. */
  readonly line: string
}

/** Returns the near miss of an origin; undefined if it is allowed, or could never be allowed. */
export function nearMissOf(policy: Policy, origin: string): NearMiss | undefined {
  if (policy.allows(origin) || !isSerializedOrigin(origin)) return undefined
  const [nearest] = policy.origins.toSorted((a, b) => originDistance(origin, a) - originDistance(origin, b))
  const differs = nearest === undefined ? [] : differingParts(origin, nearest)
  const line = allowingLine(policy, origin)
  return { refused: origin, nearest, pattern: policy.originRegex, differs, line }
}

/** Returns the near miss as one sentence, for a log. */
export function describeNearMiss({ refused, nearest, pattern, differs, line }: NearMiss): string {
  const unlisted = pattern === undefined ? 'no origin is listed' : 'it does not match the pattern'
  const why = nearest === undefined ? unlisted : `${nearest} is allowed: different ${differs.join(', ')}`
  return `${refused} refused; ${why}. To allow it: ${line}`
}

function allowingLine({ origins, originRegex }: Policy, origin: string): string {
  if (originRegex !== undefined)
    return variableLine('ALLOWED_ORIGIN_REGEX', `${originRegex}|${originUnion([origin])}`)
  return variableLine('ALLOWED_ORIGINS', [...origins, origin].join(','))
}

function differingParts(origin: string, other: string): OriginPart[] {
  const a = new URL(origin)
  const b = new URL(other)
  const parts: OriginPart[] = []
  if (a.protocol !== b.protocol) parts.push('scheme')
  if (a.hostname !== b.hostname) parts.push('host')
  if (a.port !== b.port) parts.push('port')
  return parts
}

// Names of this machine are close however they are spelled. Otherwise the host counts most, then the port.
function originDistance(origin: string, other: string): number {
  const a = new URL(origin)
  const b = new URL(other)
  const alike = isLoopback(a.hostname) && isLoopback(b.hostname)
  const host = a.hostname === b.hostname ? 0 : alike ? 1 : 10 + textDistance(a.hostname, b.hostname)
  return host * 10 + textDistance(a.port, b.port) + (a.protocol === b.protocol ? 0 : 1)
}
