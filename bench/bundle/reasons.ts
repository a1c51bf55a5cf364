import type { TargetReason } from '../report/reason.ts'

/** Why the bundle misses a target. */
export const BUNDLE_TARGET_REASONS: readonly TargetReason[] = [
  {
    suites: ['bundle'],
    promise: 'bytes of our own, brotli',
    why: 'The bundle has every kind at once: addresses and hosts in any script, durations, exact decimals, and the message of every issue. Bundlers leave out what is not imported; a model of two fields takes less than half.',
    wouldTake: 'separate entries for the rarer kinds, and shorter messages.',
  },
]
