import type { Load } from './load.ts'

/**
 * Returns the result of `measure` once its load is meaningful: a machine that stands still for most of a window shows
 * nothing. Measures again from the start, at most ten times and one second apart; then it throws.
 */
export async function untilAnswered<Measured extends { readonly load: Load }>(
  measure: () => Promise<Measured>,
): Promise<Measured> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const measured = await measure()
    const { requests, seconds } = measured.load
    if (requests / seconds > STANDSTILL) return measured
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error(`Fewer than ${STANDSTILL} requests a second were answered in ten windows`)
}

/** Requests per second; a tenth of the lowest pace. */
const STANDSTILL = 10
