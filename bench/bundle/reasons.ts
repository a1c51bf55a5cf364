import type { TargetReason } from '../report/reason.ts'

/** Why the bundle misses a target. */
export const BUNDLE_TARGET_REASONS: readonly TargetReason[] = [
  {
    suites: ['bundle'],
    promise: 'bytes of our own, brotli',
    why: 'That is every kind at once: addresses and hosts in any script, durations, exact decimals, and the words of every issue. Bundlers leave out what is not imported; a model of two fields takes less than half.',
    wouldTake: 'entries of their own for the rarer kinds, and shorter words.',
  },
]
