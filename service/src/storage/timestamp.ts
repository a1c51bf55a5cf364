import type { Clock } from './storage.ts'

/** Returns the current time as ISO 8601 UTC text with milliseconds. */
export function currentTimestamp(now: Clock): string {
  return now().toISOString()
}

/** Returns the current time, or the first millisecond after `earlier` where the clock has not passed it. */
export function laterTimestamp(now: Clock, earlier: string): string {
  return new Date(Math.max(now().getTime(), Date.parse(earlier) + 1)).toISOString()
}

/** Returns the time this many seconds ago. */
export function pastTimestamp(now: Clock, seconds: number): string {
  return new Date(now().getTime() - seconds * 1000).toISOString()
}
