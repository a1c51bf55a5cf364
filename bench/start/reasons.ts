// table: why the service is behind, by what was measured and peer
import type { Reason } from '../report/reason.ts'

/** The most specific first. */
export const START_REASONS: readonly Reason[] = []
