import type { Ratio } from '../harness/statistics.ts'

/** Formats a figure with three significant digits and a thousands separator. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1)
}

/** Formats a ratio with its interval, such as `1.50× (1.42–1.61)`. */
export function formatRatio({ median, low, high }: Ratio): string {
  return `${formatFigure(median)}× (${formatFigure(low)}–${formatFigure(high)})`
}

/** Formats words as a file name: letters, digits and hyphens. */
export function fileNameOf(...words: readonly string[]): string {
  return words
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
