import type { Disturbance } from '../harness/disturbance.ts'
import type { Series } from '../harness/samples-file.ts'

/** The results of one part of the growth suite. */
export interface Part {
  readonly series: readonly Series[]
  /** Other use of the processors, one entry per window; absent where windows are not watched. */
  readonly windows?: readonly Disturbance[]
}
