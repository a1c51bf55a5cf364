import type { Clock } from './storage.ts'

/** The time now as ISO 8601 UTC text with milliseconds. */
export function currentMoment(now: Clock): string {
  return momentText(now().getTime())
}

/** A time in milliseconds since 1970 as such a text. */
export function momentText(milliseconds: number): string {
  // Many requests share a millisecond, and to write one takes longer than most else that is done for a request.
  if (milliseconds !== latest.milliseconds) {
    latest = { milliseconds, text: new Date(milliseconds).toISOString() }
  }
  return latest.text
}

let latest = { milliseconds: Number.NaN, text: '' }

/** The time now, or the first millisecond after `earlier` where the clock has not passed it. */
export function laterMoment(now: Clock, earlier: string): string {
  return new Date(Math.max(now().getTime(), Date.parse(earlier) + 1)).toISOString()
}

/** The time so many seconds ago. */
export function pastMoment(now: Clock, seconds: number): string {
  return new Date(now().getTime() - seconds * 1000).toISOString()
}
