import type { Disturbance } from '../harness/disturbance.ts'
import type { Series } from '../harness/samples-file.ts'

/** What a part of the growth suite measured. */
export interface Part {
  readonly series: readonly Series[]
  /** What took the processors away, a window; absent where windows are not watched. */
  readonly windows?: readonly Disturbance[]
}
