import { isPostern } from './comparison.ts'

/** The white background that charts include, so that they are readable on a dark page too. */
export const BACKGROUND = '#ffffff'

/** The colour of axes and text. */
export const INK = '#24292f'

/** The accent, only for Postern. */
export const ACCENT = '#d55e00'

/** The grey of peers in bar charts. */
export const NEUTRAL = '#8c959f'

// Okabe and Ito's colours, which colour-blind readers can distinguish, without the accent.
const OTHERS: readonly string[] = ['#0072b2', '#009e73', '#cc79a7', '#56b4e9', '#b8860b', '#333333']

/** Returns the colour of a peer's line, by its place among the peers. */
export function lineColour(peer: string, place: number): string {
  return isPostern(peer) ? ACCENT : (OTHERS[place % OTHERS.length] ?? INK)
}
