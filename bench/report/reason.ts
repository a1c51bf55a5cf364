import { BUNDLE_TARGET_REASONS } from '../bundle/reasons.ts'
import { CORS_REASONS } from '../cors/reasons.ts'
import { GROWTH_REASONS } from '../growth/reasons.ts'
import { HTTP_REASONS, HTTP_TARGET_REASONS } from '../http/reasons.ts'
import { MODEL_REASONS, MODEL_TARGET_REASONS } from '../model/reasons.ts'
import { SERVICE_REASONS, SERVICE_TARGET_REASONS } from '../service/reasons.ts'
import { START_REASONS, START_TARGET_REASONS } from '../start/reasons.ts'
import type { Comparison, Line } from './comparison.ts'

/** Why Postern is behind a peer, and what it would take to be ahead; shown only where it is behind. */
export interface Reason {
  readonly suites: readonly string[]
  /** Default: each runtime. */
  readonly runtime?: 'node' | 'bun'
  /** Default: each scenario. */
  readonly scenarios?: readonly string[]
  /** A peer, or the beginning of the names of several peers. */
  readonly peer: string
  readonly why: string
  readonly wouldTake: string
}

/** Why a target that compares Postern with no peer is not met; shown only while it is not met. */
export interface TargetReason extends Pick<Reason, 'suites' | 'why' | 'wouldTake'> {
  /** Words of the target's promise. */
  readonly promise: string
}

/** Returns the reason in a sentence or two, or says that none is known. */
export function reasonFor(comparison: Comparison, { peer }: Pick<Line, 'peer'>): string {
  const { suite, runtime, scenario } = comparison
  const found = REASONS.find(
    (one) =>
      one.suites.includes(suite) &&
      (one.runtime ?? runtime) === runtime &&
      (one.scenarios?.includes(scenario) ?? true) &&
      peer.startsWith(one.peer),
  )
  return found === undefined ? 'Why is not known yet.' : `${found.why} It would take ${found.wouldTake}`
}

/**
 * Returns the reason why the target with this promise is missed; undefined where none is known, or Postern is only
 * behind a peer.
 */
export function reasonForTarget(suite: string, promise: string): string | undefined {
  const found = TARGET_REASONS.find((one) => one.suites.includes(suite) && promise.includes(one.promise))
  return found && `${found.why} It would take ${found.wouldTake}`
}

const TARGET_REASONS: readonly TargetReason[] = [
  ...HTTP_TARGET_REASONS,
  ...MODEL_TARGET_REASONS,
  ...START_TARGET_REASONS,
  ...BUNDLE_TARGET_REASONS,
  ...SERVICE_TARGET_REASONS,
]

/** The most specific reasons come first. */
const REASONS: readonly Reason[] = [
  ...HTTP_REASONS,
  ...MODEL_REASONS,
  ...START_REASONS,
  ...GROWTH_REASONS,
  ...SERVICE_REASONS,
  ...CORS_REASONS,
]
