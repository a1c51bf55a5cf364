import { BUNDLE_TARGET_REASONS } from '../bundle/reasons.ts'
import { CORS_REASONS } from '../cors/reasons.ts'
import { GROWTH_REASONS } from '../growth/reasons.ts'
import { HTTP_REASONS, HTTP_TARGET_REASONS } from '../http/reasons.ts'
import { MODEL_REASONS, MODEL_TARGET_REASONS } from '../model/reasons.ts'
import { SERVICE_REASONS, SERVICE_TARGET_REASONS } from '../service/reasons.ts'
import { START_REASONS, START_TARGET_REASONS } from '../start/reasons.ts'
import type { Comparison, Line } from './comparison.ts'

/** Why Postern is behind a peer, and what it would take to be ahead; told only where it is behind. */
export interface Reason {
  readonly suites: readonly string[]
  /** Default each. */
  readonly runtime?: 'node' | 'bun'
  /** Default each. */
  readonly scenarios?: readonly string[]
  /** A peer, or the beginning of several peers' names. */
  readonly peer: string
  readonly why: string
  readonly wouldTake: string
}

/** Why a target is not met that holds Postern against no peer; told only while it is not met. */
export interface TargetReason extends Pick<Reason, 'suites' | 'why' | 'wouldTake'> {
  /** Words of the target's promise. */
  readonly promise: string
}

/** The reason in a sentence or two; where none is known, that. */
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

/** The reason why the target with this promise is missed; undefined where none is known, or Postern is only behind a peer. */
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

/** The most specific first. */
const REASONS: readonly Reason[] = [
  ...HTTP_REASONS,
  ...MODEL_REASONS,
  ...START_REASONS,
  ...GROWTH_REASONS,
  ...SERVICE_REASONS,
  ...CORS_REASONS,
]
