import type { Clock } from './storage.ts'

/** The time now as ISO 8601 UTC text with milliseconds. */
export function currentMoment(now: Clock): string {
  return now().toISOString()
}

/** The time now, or the first millisecond after `earlier` where the clock has not passed it. */
export function laterMoment(now: Clock, earlier: string): string {
  return new Date(Math.max(now().getTime(), Date.parse(earlier) + 1)).toISOString()
}

/** The time so many seconds ago. */
export function pastMoment(now: Clock, seconds: number): string {
  return new Date(now().getTime() - seconds * 1000).toISOString()
}
