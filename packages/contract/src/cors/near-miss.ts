import { isLoopback } from './loopback.ts'
import { textDistance } from './nearest-text.ts'
import { originUnion } from './origin-union.ts'
import type { Policy } from './policy.ts'
import { isSerializedOrigin } from './serialized-origin.ts'

/** One of the three parts of an origin (spec §4.4). */
export type OriginPart = 'scheme' | 'host' | 'port'

/** A refused origin beside the allowed origin that is most like it, and the line that would allow it too. */
export interface NearMiss {
  readonly refused: string
  /** Undefined when no origin is listed. */
  readonly nearest: string | undefined
  /** Which origins are allowed, where a pattern says so. */
  readonly pattern: string | undefined
  readonly differs: readonly OriginPart[]
  /** In the form of an environment variable. */
  readonly line: string
}

/** The near miss of an origin; undefined when it is allowed, or is none that could ever be allowed. */
export function nearMissOf(policy: Policy, origin: string): NearMiss | undefined {
  if (policy.allows(origin) || !isSerializedOrigin(origin)) return undefined
  const [nearest] = policy.origins.toSorted((a, b) => originDistance(origin, a) - originDistance(origin, b))
  const differs = nearest === undefined ? [] : differingParts(origin, nearest)
  const line = allowingLine(policy, origin)
  return { refused: origin, nearest, pattern: policy.originRegex, differs, line }
}

/** The near miss in one sentence, as a log shows it. */
export function describeNearMiss({ refused, nearest, pattern, differs, line }: NearMiss): string {
  const unlisted = pattern === undefined ? 'no origin is listed' : 'it does not match the pattern'
  const why = nearest === undefined ? unlisted : `${nearest} is allowed: different ${differs.join(', ')}`
  return `${refused} refused; ${why}. To allow it: ${line}`
}

function allowingLine({ origins, originRegex }: Policy, origin: string): string {
  if (originRegex !== undefined) return `ALLOWED_ORIGIN_REGEX=${originRegex}|${originUnion([origin])}`
  return `ALLOWED_ORIGINS=${[...origins, origin].join(',')}`
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

// Names of this machine are close however they are spelled; otherwise the host counts most, then the port.
function originDistance(origin: string, other: string): number {
  const a = new URL(origin)
  const b = new URL(other)
  const alike = isLoopback(a.hostname) && isLoopback(b.hostname)
  const host = a.hostname === b.hostname ? 0 : alike ? 1 : 10 + textDistance(a.hostname, b.hostname)
  return host * 10 + textDistance(a.port, b.port) + (a.protocol === b.protocol ? 0 : 1)
}
