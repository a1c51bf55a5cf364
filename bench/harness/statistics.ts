/** A ratio of two candidates, with the interval that contains it in 95 of 100 resamplings. */
export interface Ratio {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** A difference below this share counts as a tie. */
export const TIE = 0.03

/** Returns the median of `values`; NaN where there are none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Returns how many times `base` goes into `other`: paired by round, since both were measured under the same conditions. */
export function pairedRatio(other: readonly number[], base: readonly number[]): Ratio {
  const ratios = other.map((value, round) => value / (base[round] ?? Number.NaN))
  const random = createRandom(ratios.length)
  const medians = Array.from({ length: 500 }, () =>
    median(ratios.map(() => ratios[Math.floor(random() * ratios.length)] ?? Number.NaN)),
  ).sort((a, b) => a - b)
  return { median: median(ratios), low: medians[12] ?? Number.NaN, high: medians[487] ?? Number.NaN }
}

/** Formats the interval of a ratio, to follow its figure. */
export function formatInterval({ low, high }: Ratio): string {
  return `(${low.toFixed(2)} to ${high.toFixed(2)})`
}

/** Formats a share as a percentage with one decimal. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** Returns numbers from 0 up to 1, the same in every run (a linear congruential generator). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}
